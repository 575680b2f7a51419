import { isKeyed, type Keyed } from '../../self/keyed.ts'
import { closingAt } from '../evidence/closing.ts'
import { JSON_TEXT_LIMIT, parseJsonText } from '../evidence/json-text.ts'
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
    const found = firstObject(text, openingsOf(text, open))
    if (found !== undefined) return found
  }
  return undefined
}

/** Where an object may start: at the start of a line first, then anywhere. */
function openingsOf(text: string, first: number): readonly number[] {
  const atLineStart: number[] = []
  const elsewhere: number[] = []
  for (let open = first; open !== -1 && open <= START_LIMIT; open = text.indexOf('{', open + 1)) {
    const openings = open === 0 || text.charCodeAt(open - 1) === 0x0a ? atLineStart : elsewhere
    if (openings.length < OPENINGS_LIMIT) openings.push(open)
  }
  return [...atLineStart, ...elsewhere]
}

/** Reads at most as many characters as one text may have, however many objects open in it. */
function firstObject(text: string, openings: readonly number[]): Keyed | undefined {
  let left = JSON_TEXT_LIMIT
  for (const open of openings) {
    const limit = Math.min(text.length, open + left)
    const end = closingAt(text, open, limit)
    left -= (end === -1 ? limit : end) - open
    if (end === -1) continue
    const json = text.slice(open, end + 1)
    if (!mayHoldEnvelope(json.slice(0, START_LIMIT))) continue
    const value = parseJsonText(json)
    if (isKeyed(value)) return value
  }
  return undefined
}
