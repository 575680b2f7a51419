import { invalidOption } from '../self/toolspan-error.ts'

/** Checks one option after the other; an option that is absent is right. */
export type OptionCheck = (option: string, isRight: (value: unknown) => boolean, expected: string) => void

/**
 * Starts checking the options of the function called `where`, which has the options `names`. An unknown option is
 * an error, too: a typo must not silently mean the default.
 * @throws ToolspanError `invalid_option`, naming the option, what was expected and what came
 */
export function checkOptions(where: string, options: unknown, names: readonly string[]): OptionCheck {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidOption(`the options of ${where}`, 'an object', options)
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name))
      throw invalidOption(`an option of ${where}`, `one of ${names.join(', ')}`, name)
  }
  return (option, isRight, expected) => {
    const value: unknown = Reflect.get(options, option)
    if (value === undefined || isRight(value)) return
    throw invalidOption(`the option ${option} of ${where}`, expected, value)
  }
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
export const isFlag = (value: unknown): boolean => typeof value === 'boolean'
export const isFunction = (value: unknown): boolean => typeof value === 'function'
export const isDurationMs = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

/** Whether a value is one of a closed list of texts. */
export function isOneOf(values: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && values.includes(value)
}

/** A closed list as a sentence has it: `"read", "write" or "unknown"`. */
export function listed(values: readonly string[]): string {
  const quoted = values.map((value) => JSON.stringify(value))
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
