import type { DocsRow } from '../docs-row.ts'
import { isEmptyObject } from '../evidence/empty-object.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const leftOverRow: DocsRow = {
  matches: 'keys or items that were left over, by name: `UnprocessedKeys`',
  means: 'coverage is `partial`',
}

/** Keys or items that were left over, named one by one. */
export const leftOver: Mark = {
  id: 'left-over',
  needs: ['fields'],
  apply(_draft, { survey }, signals) {
    const rest = survey?.roles.unprocessed
    if (typeof rest !== 'object' || rest === null) return
    if (Array.isArray(rest) ? rest.length > 0 : !isEmptyObject(rest)) signals.isPartial = true
  },
}
