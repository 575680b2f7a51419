/** Takes a number below `count` from whoever decides how a text is written. */
export type Decide = (count: number) => number

const SPACES = ['', '', '', ' ', '\n', '\t ', '\r\n']

/** A value as JSON in one of the many ways in which it can be written: order of keys, white space, escapes, other members. */
export function looseJson(value: unknown, decide: Decide): string {
  const space = () => SPACES[decide(SPACES.length)] ?? ''
  const list = (items: readonly string[], [open, close]: readonly [string, string]) =>
    `${open}${space()}${items.join(`${space()},${space()}`)}${space()}${close}`
  if (typeof value === 'string') return looseText(value, decide)
  if (Array.isArray(value))
    return list(
      value.map((item) => looseJson(item, decide)),
      ['[', ']'],
    )
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, held]) => held !== undefined)
  const shuffled = decide(3) === 0 ? members.reverse() : members
  const written = shuffled.map(
    ([key, held]) => `${JSON.stringify(key)}${space()}:${space()}${looseJson(held, decide)}`,
  )
  if (decide(5) === 0)
    written.splice(decide(written.length + 1), 0, '"unknownMember":{"a":[1,-2.5e+3,null,"}"]}')
  return list(written, ['{', '}'])
}

/** A text with some of its characters escaped though they need not be; nobody does that to ids and numbers. */
function looseText(text: string, decide: Decide): string {
  if (decide(4) !== 0 || /^[0-9a-f]*$/.test(text)) return JSON.stringify(text)
  const at = decide(text.length + 1)
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return JSON.stringify(text).replaceAll('/', '\\/')
  const escaped = `\\u${code.toString(16).padStart(4, '0')}`
  return `"${JSON.stringify(text.slice(0, at)).slice(1, -1)}${escaped}${JSON.stringify(text.slice(at + 1)).slice(1, -1)}"`
}
