/**
 * JSON in a text is read up to this many characters. Parsing holds the host's event loop: about 2 ms for this
 * much. Longer texts are content whose inside is not looked at.
 */
export const JSON_TEXT_LIMIT = 262_144

/** What stands for "this text is no JSON" beside every value that JSON can hold. */
export const NOT_JSON = Symbol('not json')

const QUOTE = 0x22
const LIST_OPEN = 0x5b
const LIST_CLOSE = 0x5d
const OBJECT_OPEN = 0x7b
const OBJECT_CLOSE = 0x7d

/** What may follow `[` or `{` in JSON; keeps prose such as `[note] …` away from the parser, which would throw. */
const AFTER_LIST_OPEN = /^\[\s{0,64}["[\]{}\-\d.tfn]/
const AFTER_OBJECT_OPEN = /^\{\s{0,64}["}]/

/** Whether a text, spaces at its start left aside, opens like a JSON list or object. */
export function opensLikeJson(text: string): boolean {
  const at = firstVisible(text)
  const char = text.charCodeAt(at)
  if (char === LIST_OPEN) return AFTER_LIST_OPEN.test(text.slice(at, at + 80))
  return char === OBJECT_OPEN && AFTER_OBJECT_OPEN.test(text.slice(at, at + 80))
}

/**
 * The value of a JSON text, or `NOT_JSON`. Parsed only when it opens with `{`, `[` or `"`, closes to match and
 * is not longer than `JSON_TEXT_LIMIT`; the bare words of JSON are read as well.
 */
export function parseJsonText(text: string): unknown {
  if (text.length > JSON_TEXT_LIMIT) return NOT_JSON
  const start = firstVisible(text)
  const open = text.charCodeAt(start)
  const close = text.charCodeAt(lastVisible(text))
  if (open === OBJECT_OPEN ? close !== OBJECT_CLOSE : open === LIST_OPEN ? close !== LIST_CLOSE : true) {
    return open === QUOTE && close === QUOTE ? parse(text) : bareWord(text)
  }
  return opensLikeJson(text) ? parse(text) : NOT_JSON
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return NOT_JSON
  }
}

const BARE_WORD_LIMIT = 24
/** How the bare words of JSON and its numbers begin. */
const FIRST_OF_BARE_WORD = 'ntf-0123456789'
const BARE_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/

function bareWord(text: string): unknown {
  if (text.length > BARE_WORD_LIMIT) return NOT_JSON
  const word = text.trim()
  if (!FIRST_OF_BARE_WORD.includes(word.charAt(0))) return NOT_JSON
  if (word === 'null') return null
  if (word === 'true') return true
  if (word === 'false') return false
  return BARE_NUMBER.test(word) ? Number(word) : NOT_JSON
}

function firstVisible(text: string): number {
  let at = 0
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

function lastVisible(text: string): number {
  let at = text.length - 1
  while (at > 0 && isSpace(text.charCodeAt(at))) at--
  return at
}

function isSpace(char: number): boolean {
  return char === 0x20 || (char >= 0x09 && char <= 0x0d) || char === 0xfeff
}
