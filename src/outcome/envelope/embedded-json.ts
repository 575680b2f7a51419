import { JSON_TEXT_LIMIT, NOT_JSON, parseJsonText } from '../evidence/json-text.ts'
import { isKeyed, type Keyed } from '../evidence/keyed.ts'
import { mayHoldEnvelope } from './gates.ts'

/** An envelope among words starts within this many characters, and its telling key stands within as many more. */
const START_LIMIT = 4096
/** Openings tried in one text. */
const OPENINGS_LIMIT = 8

/** The first JSON object among the words of a text that names a key of an envelope; undefined if there is none. */
export function embeddedEnvelope(text: string): Keyed | undefined {
  if (text.length > JSON_TEXT_LIMIT) return undefined
  let open = text.indexOf('{')
  if (open === -1 || open > START_LIMIT || !mayHoldEnvelope(text.slice(open, open + START_LIMIT)))
    return undefined
  for (let tried = 0; tried < OPENINGS_LIMIT && open !== -1 && open <= START_LIMIT; tried++) {
    const end = closingBrace(text, open)
    if (end === -1) return undefined
    const value = parseJsonText(text.slice(open, end + 1))
    if (value !== NOT_JSON && isKeyed(value)) return value
    open = text.indexOf('{', open + 1)
  }
  return undefined
}

/** Where the object that opens at `open` ends; -1 when it does not. Braces inside strings do not count. */
function closingBrace(text: string, open: number): number {
  let depth = 0
  let inString = false
  for (let at = open; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b) depth++
    else if (char === 0x7d && --depth === 0) return at
  }
  return -1
}
