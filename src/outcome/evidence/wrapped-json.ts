import { NOT_JSON, parseJsonText } from './json-text.ts'

/** Words around JSON in a pair of tags are read up to this many characters before and after. */
const TAG_WRAPPING_LIMIT = 2048
/** Around a code fence only a sentence is allowed: a page that shows an example is no answer in a wrapper. */
const FENCE_WRAPPING_LIMIT = 200

const OPENING = /(?:```(?:json)?|<([\w-]{3,80})>)\s{0,8}\n\s{0,8}(?=[[{])/gu

/**
 * The JSON that a text wraps between a pair of tags or in a code fence, with some words around it: how servers
 * mark data that nobody should obey, and how models are shown data. `NOT_JSON` where there is none.
 */
export function wrappedJson(text: string): unknown {
  const head = text.length > TAG_WRAPPING_LIMIT ? text.slice(0, TAG_WRAPPING_LIMIT) : text
  if (!head.includes('```') && !head.includes('<')) return NOT_JSON
  OPENING.lastIndex = 0
  for (let opening = OPENING.exec(head); opening !== null; opening = OPENING.exec(head)) {
    const tag = opening[1]
    const start = opening.index + opening[0].length
    const end = text.indexOf(tag === undefined ? '```' : `</${tag}>`, start)
    const limit = tag === undefined ? FENCE_WRAPPING_LIMIT : TAG_WRAPPING_LIMIT
    if (end === -1 || opening.index > limit || text.length - end > limit) return NOT_JSON
    const value = parseJsonText(text.slice(start, end))
    if (value !== NOT_JSON) return value
  }
  return NOT_JSON
}
