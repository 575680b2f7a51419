import { isKeyed } from './keyed.ts'
import { invalidOption } from './toolspan-error.ts'

/** What one option has to be. */
export interface OptionRule {
  readonly accepts: (value: unknown) => boolean
  /** What was expected, in words that follow "to be". */
  readonly expected: string
  readonly isRequired?: true
}

/** The options of a function, by name. */
export type OptionRules = Readonly<Record<string, OptionRule>>

/**
 * Checks the options of the function called `where`. One that is absent is right unless it is required; an unknown
 * one is an error, since a typo must not silently mean the default.
 * @throws ToolspanError `invalid_option`, naming the option, what was expected and what came
 */
export function checkOptions(where: string, options: unknown, rules: OptionRules): void {
  if (!isKeyed(options)) throw invalidOption(`the options of ${where}`, 'an object', options)
  for (const name in options) {
    if (!Object.hasOwn(rules, name)) {
      throw invalidOption(`an option of ${where}`, `one of ${Object.keys(rules).join(', ')}`, name)
    }
  }
  for (const name in rules) {
    const rule = rules[name]
    const value = options[name]
    if (rule === undefined || (value === undefined ? rule.isRequired !== true : rule.accepts(value))) continue
    throw invalidOption(`the option ${name} of ${where}`, rule.expected, value)
  }
}

export const FLAG: OptionRule = { accepts: (value) => typeof value === 'boolean', expected: 'true or false' }
export const FUNCTION: OptionRule = {
  accepts: (value) => typeof value === 'function',
  expected: 'a function',
}
export const TEXT: OptionRule = {
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
  expected: 'a text that is not empty',
}

/** A whole number that is not below `least`. */
export function wholeNumber(least: number): OptionRule {
  return {
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= least,
    expected: `a whole number of at least ${least}`,
  }
}

/** The longest time that a timer of the platform can hold: 2^31 - 1 ms, about 24 days. Longer ones fire at once. */
const MAX_DURATION_MS = 2_147_483_647

export const DURATION_MS: OptionRule = {
  accepts: (value) => typeof value === 'number' && value >= 1 && value <= MAX_DURATION_MS,
  expected: `a number of milliseconds from 1 to ${MAX_DURATION_MS}`,
}

/** A whole number of milliseconds that is not below `leastMs`. */
export function durationFrom(leastMs: number): OptionRule {
  return {
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= leastMs && DURATION_MS.accepts(value),
    expected: `a whole number of milliseconds from ${leastMs} to ${MAX_DURATION_MS}`,
  }
}

/** One of a closed list of texts. */
export function oneOf(values: readonly string[]): OptionRule {
  const quoted = values.map((value) => JSON.stringify(value))
  return {
    accepts: (value) => typeof value === 'string' && values.includes(value),
    expected: quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
  }
}

/** An object with these methods. */
export function withMethods(expected: string, ...methods: readonly string[]): OptionRule {
  return {
    accepts: (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((method) => typeof Reflect.get(value, method) === 'function'),
    expected,
  }
}
