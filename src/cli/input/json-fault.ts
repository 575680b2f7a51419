/** What may come next in a JSON text. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

const SPACES = /[ \t\r\n]*/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/**
 * Where a text stops being JSON: the offset of the first character that cannot stand there, or the length of the text
 * where its end comes too early; undefined where the text is JSON. JSON.parse names the place in some of its messages
 * only.
 */
export function jsonFaultAt(text: string): number | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0

  /** What follows a value, in the object or array that holds it. */
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end')

  for (;;) {
    at = endOf(SPACES, text, at) ?? at
    const character = text.charAt(at)
    if (character === '') return expected === 'nothing' ? undefined : at
    const holder = open.at(-1)
    const mayEnd = expected.endsWith('or end')
    if (mayEnd && character === (holder === '{' ? '}' : ']')) {
      open.pop()
      expected = afterValue()
      at += 1
    } else if (expected === 'comma or end') {
      if (character !== ',') return at
      expected = holder === '{' ? 'key' : 'value'
      at += 1
    } else if (expected === 'colon') {
      if (character !== ':') return at
      expected = 'value'
      at += 1
    } else if (expected === 'nothing') {
      return at
    } else if (character === '"') {
      const end = endOfString(text, at)
      if (!end.isWhole) return end.at
      at = end.at
      expected = expected.startsWith('key') ? 'colon' : afterValue()
    } else if (expected.startsWith('key')) {
      return at
    } else if (character === '{' || character === '[') {
      open.push(character)
      expected = character === '{' ? 'key or end' : 'value or end'
      at += 1
    } else {
      const end = endOf(SCALAR, text, at)
      if (end === undefined) return at
      expected = afterValue()
      at = end
    }
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function endOfString(text: string, start: number): { readonly isWhole: boolean; readonly at: number } {
  for (let at = start + 1; ; ) {
    while (isPlain(text.charCodeAt(at))) at++
    if (text.charAt(at) === '"') return { isWhole: true, at: at + 1 }
    const escaped = endOf(ESCAPE, text, at)
    if (escaped === undefined) return { isWhole: false, at }
    at = escaped
  }
}

/** A character that stands for itself in a string; none is at the end of a text. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code !== 0x22 && code !== 0x5c
}
