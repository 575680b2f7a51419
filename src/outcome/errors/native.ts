import type { DocsRow } from '../docs-row.ts'
import { denied } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

const BUGS = new Set(['TypeError', 'ReferenceError', 'SyntaxError', 'EvalError', 'URIError'])
/** `fetch` wraps each network trouble in a TypeError; its cause says which, and may be missing. */
const FETCH = /fetch failed|failed to fetch|network ?error|load failed/i
/** A RangeError that names its value is about an argument; one of the engine (stack, array length) is a bug. */
const ARGUMENT_RANGE = /\b(?:must|should|expected|between|at (?:least|most)|out of range|greater|less)\b/i
const ENGINE_RANGE = /call stack|array length|string length|array buffer/i

/** What people read of it. */
export const nativeRow: DocsRow = {
  matches: 'errors of the language: `TypeError`, `RangeError`',
  means: 'other, a bug; validation where a range names its argument',
}

/** Errors that the language throws: a bug, which the next call meets as well; or an argument out of range. */
export const native: ErrorFamily = {
  id: 'native',
  source: 'mapped',
  read({ name, message }) {
    if (name === 'RangeError') {
      const isArgument = ARGUMENT_RANGE.test(message) && !ENGINE_RANGE.test(message)
      return denied('thrown_error', isArgument ? 'validation' : 'other')
    }
    return BUGS.has(name) && !FETCH.test(message) ? denied('thrown_error', 'other') : undefined
  },
}
