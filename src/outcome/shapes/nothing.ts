import type { DocsRow } from '../docs-row.ts'
import { type Draft, draft } from '../draft.ts'
import { isBlank } from '../evidence/blank.ts'
import { NOTHING } from '../evidence/evidence.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const nothingRow: DocsRow = {
  matches: 'no block that holds anything, a blank text, null',
  means: '`found_none` of a look-up, `completed` of a write, `unknown` of a tool that nobody knows',
}

/** Nothing came back: no block that holds anything, a blank text, null. */
export const nothing: Shape = {
  id: 'nothing',
  read({ data, words, view, texts, hasMedia, result }) {
    if (hasMedia) return undefined
    if (data === null || data === undefined) return draft('found_none', 'null_value', 'inferred')
    if (words !== undefined) return isBlank(words) ? draft('found_none', 'empty_text', 'inferred') : undefined
    if (data !== NOTHING || view !== 'none' || texts.length > 0) return undefined
    return Array.isArray(result?.content) && result.content.length > 0
      ? draft('found_none', 'empty_text', 'inferred')
      : emptyContent()
  },
}

/** An empty list of blocks is a count of zero: so many came back. */
function emptyContent(): Draft {
  const none = draft('found_none', 'empty_content', 'inferred')
  none.count = 0
  return none
}
