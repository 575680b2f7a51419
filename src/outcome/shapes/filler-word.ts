import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { trimmed } from '../evidence/trimmed.ts'
import type { Shape } from './shape.ts'

const LONGEST = 24
/** What programs write for a value that is not there, and clients for an answer that is empty. */
const FILLER =
  /^[([<]?(?:n\/?a|nil|none|null|undefined|nan|unknown|not (?:available|applicable|set)|no (?:output|response|content|data|result|value)|empty(?: (?:array|list|set|list or set|result|string))?|-{1,3}|\[object object\])[)\]>]?\.?$/i

/** What people read of it. */
export const fillerWordRow: DocsRow = {
  matches: 'a word in the place of a value: `N/A`, `undefined`, `(no output)`',
  means: '`found_none`, which proves no absence; `unknown` of a tool that nobody knows',
}

/** A word that stands in the place of a value: `N/A`, `undefined`, `(no output)`. It proves no absence. */
export const fillerWord: Shape = {
  id: 'filler-word',
  needs: ['words'],
  read({ words, hasMedia }) {
    if (words === undefined || hasMedia || words.length > LONGEST) return undefined
    return FILLER.test(trimmed(words)) ? draft('found_none', 'filler_word', 'inferred') : undefined
  },
}
