import { OtlpProblem } from '../otlp-problem.ts'
import type { Advance } from './span-scanner.ts'

/**
 * Thrown by scanners where bytes are not written in a way that they know. It says nothing about what is wrong: whoever
 * asked reads the same bytes again with the reader of objects, which knows every way and names what is wrong.
 */
export const ODD: unknown = Symbol('odd')

/** Goes on with a scan, of which `read` says whether something is left. Any error but those of odd bytes is thrown on. */
export function advanceBy(read: () => boolean): Advance {
  try {
    return read() ? 'more' : 'done'
  } catch (error) {
    if (error === ODD || error instanceof OtlpProblem || error instanceof SyntaxError) return 'odd'
    throw error
  }
}
