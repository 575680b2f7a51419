import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

const TEXT_LIMIT = 1000
/** Two lines of a Markdown table, the second made of dashes, and nothing below. */
const TABLE = /^\|[^\n]{1,600}\|\s*\n\|[\s:|-]{3,600}\|\s*$/
/** One line of three names or more, parted by commas, semicolons or tabs: the head of a CSV file. */
const CSV = /^"?[A-Za-z_][\w ]{0,40}"?(?:[,;\t]"?[A-Za-z_][\w ]{0,40}"?){2,40}$/
/** One line of names in capitals, parted by two spaces or more: the head of a table of a command. */
const COLUMNS =
  /^[A-Z][A-Z_/-]{1,30}(?: [A-Z][A-Z_/-]{1,30})?(?: {2,40}[A-Z][A-Z_/-]{1,30}(?: [A-Z][A-Z_/-]{1,30})?){2,20}$/
/** A heading and nothing below it. */
const HEADING = /^#{1,6} [^\n]{1,120}$/
/** One short line that ends in a colon: a label with nothing below it. */
const LABEL = /^[\p{L}#*][^\n:{[]{0,79}:$/u

/** A header and nothing below it. */
export const headerOnly: Shape = {
  id: 'header-only',
  needs: 'words',
  matches: 'a table, a CSV or a heading with nothing below it',
  means: '`found_none`',
  read({ words, hasMedia }) {
    if (words === undefined || hasMedia || words.length > TEXT_LIMIT) return undefined
    const text = words.trim()
    // A CSV header without a line break is a line of words like any other.
    const isCsv = words.endsWith('\n') && !text.includes(' ') && CSV.test(text)
    const isHead =
      (text.startsWith('|') && TABLE.test(text)) ||
      (text.endsWith(':') && LABEL.test(text)) ||
      (text.includes('  ') && COLUMNS.test(text)) ||
      (text.startsWith('#') && HEADING.test(text))
    return isCsv || isHead ? draft('found_none', 'header_only', 'inferred') : undefined
  },
}
