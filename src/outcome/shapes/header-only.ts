import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { trimmed } from '../evidence/trimmed.ts'
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

/** What people read of it. */
export const headerOnlyRow: DocsRow = {
  matches: 'a table, a CSV or a heading with nothing below it',
  means: '`found_none`',
}

/** A header and nothing below it. */
export const headerOnly: Shape = {
  id: 'header-only',
  needs: ['words'],
  read({ words, hasMedia }) {
    if (words === undefined || hasMedia || words.length > TEXT_LIMIT) return undefined
    const text = trimmed(words)
    // A CSV header without a line break is a line of words like any other.
    const isCsv = words.endsWith('\n') && !text.includes(' ') && CSV.test(text)
    return isCsv || isHead(text) ? draft('found_none', 'header_only', 'inferred') : undefined
  },
}

/** The characters at both ends tell for most texts that no expression has to be asked. */
function isHead(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first === BAR) return TABLE.test(text)
  if (text.charCodeAt(text.length - 1) === COLON && LABEL.test(text)) return true
  if (first === HASH) return HEADING.test(text)
  return isCapital(first) && !isSmall(text.charCodeAt(1)) && COLUMNS.test(text)
}

const BAR = 0x7c
const COLON = 0x3a
const HASH = 0x23

const isCapital = (char: number): boolean => char >= 0x41 && char <= 0x5a

const isSmall = (char: number): boolean => char >= 0x61 && char <= 0x7a
