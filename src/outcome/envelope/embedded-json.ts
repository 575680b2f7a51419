import { closingAt } from '../evidence/closing.ts'
import { JSON_TEXT_LIMIT, parseJsonText } from '../evidence/json-text.ts'
import { isKeyed, type Keyed } from '../evidence/keyed.ts'
import { mayHoldEnvelope } from './gates.ts'

/** An envelope among words starts within this many characters, and its telling key stands within as many more. */
const START_LIMIT = 4096
/** Openings tried in one text. */
const OPENINGS_LIMIT = 8

/**
 * The first JSON object in the texts, alone or among words, that names a key of an envelope; undefined if there
 * is none. The gate comes first: a text that names no such key is not parsed.
 */
export function spokenEnvelope(texts: readonly string[]): Keyed | undefined {
  for (const text of texts) {
    const open = text.length > JSON_TEXT_LIMIT ? -1 : text.indexOf('{')
    if (open === -1 || open > START_LIMIT || !mayHoldEnvelope(text.slice(open, open + START_LIMIT))) continue
    const found = firstObject(text, open)
    if (found !== undefined) return found
  }
  return undefined
}

function firstObject(text: string, first: number): Keyed | undefined {
  let open = first
  for (let tried = 0; tried < OPENINGS_LIMIT && open !== -1 && open <= START_LIMIT; tried++) {
    const end = closingAt(text, open)
    if (end === -1) return undefined
    const value = parseJsonText(text.slice(open, end + 1))
    if (isKeyed(value)) return value
    open = text.indexOf('{', open + 1)
  }
  return undefined
}
