/**
 * What went wrong, as a code that a program can branch on.
 * - `invalid_option`: an option has a value that its documentation rules out. Raised by the call that was given
 *   the option, before it does anything; never raised later.
 */
export type ToolspanErrorCode = 'invalid_option'

/** An error that Toolspan itself raises. It is thrown only for wrong use, never from instrumented calls. */
export class ToolspanError extends Error {
  readonly code: ToolspanErrorCode

  constructor(code: ToolspanErrorCode, message: string) {
    super(message)
    this.name = 'ToolspanError'
    this.code = code
  }
}

/** An `invalid_option` error whose message names the option, what was expected and what came. */
export function invalidOption(option: string, expected: string, got: unknown): ToolspanError {
  return new ToolspanError('invalid_option', `Expected ${option} to be ${expected}${GOT}${describe(got)}`)
}

const GOT = ', got '

/** What an `invalid_option` error says, without the value that came: of a hook's answer that may be anything. */
export function withoutValue({ message }: ToolspanError): string {
  const end = message.indexOf(GOT)
  return end < 0 ? message : message.slice(0, end)
}

/** The longest text that a message repeats: enough to recognise a typo. */
const SHOWN_TEXT_LENGTH = 60

function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > SHOWN_TEXT_LENGTH
        ? `a string of ${value.length} characters`
        : JSON.stringify(value)
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'an array' : 'an object'
    default:
      return `a ${typeof value}`
  }
}
