import type { DocsRow } from '../docs-row.ts'
import { emptyList } from '../evidence/empty-list.ts'
import { foundNone } from './found-none.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const emptyListingRow: DocsRow = {
  matches: 'an empty list as the whole of the data or as its last part; one row that holds nothing',
  means: '`found_none`',
}

/** An empty list, as the whole of the data or as its last part: also one row that holds nothing. */
export const emptyListing: Shape = {
  id: 'empty-list',
  needs: ['list'],
  read({ data }) {
    return Array.isArray(data) ? foundNone(emptyList(data)) : undefined
  },
}
