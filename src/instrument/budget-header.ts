/** The header that carries a budget over plain HTTP, in requests and in responses. */
export const BUDGET_HEADER = 'toolspan-budget'

/** The longest ledger is shorter, with every character of it escaped. */
const MAX_LENGTH = 8_192

/** JSON of which a header can hold every character. */
export function headerText(value: object): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** What a header says; nothing where it is no JSON, or longer than any ledger. */
export function headerValue(text: string): unknown {
  if (text.length > MAX_LENGTH) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
