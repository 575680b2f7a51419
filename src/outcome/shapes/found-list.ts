import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { settledLegs } from './rejected-parts.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const foundListRow: DocsRow = {
  matches: 'a list that holds something',
  means: '`found`, with its length as the count',
}

/** A list that holds something. */
export const foundList: Shape = {
  id: 'found-list',
  needs: ['list'],
  read({ data }) {
    if (!Array.isArray(data)) return undefined
    const found = draft('found', 'value', 'inferred')
    found.count = settledLegs(data)?.fulfilled ?? data.length
    return found
  },
}
