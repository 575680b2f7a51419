import type { Thrown } from './thrown.ts'

const SPENT_NAMES = /^(?:AI_)?RetryError$|RetriesExceeded|MaxRetr(?:y|ies)/

/** Whether an error wraps one that was tried until a budget was spent: it stays what it is, but not to be repeated. */
export function hasSpentRetries(chain: readonly Thrown[]): boolean {
  const [outermost] = chain
  if (outermost === undefined || chain.length < 2) return false
  return outermost.error.reason === 'maxRetriesExceeded' || SPENT_NAMES.test(outermost.name)
}
