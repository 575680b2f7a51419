import { OtlpProblem } from '../otlp-problem.ts'

/**
 * Thrown by scanners where bytes are not written in a way that they know. It says nothing about what is wrong: whoever
 * asked reads the same bytes again with the reader of objects, which knows every way and names what is wrong.
 */
export const ODD: unknown = Symbol('odd')

/** Runs a scan; false where it met something odd. Any other error is thrown on. */
export function isPlain(scan: () => void): boolean {
  try {
    scan()
    return true
  } catch (error) {
    if (error === ODD || error instanceof OtlpProblem || error instanceof SyntaxError) return false
    throw error
  }
}
