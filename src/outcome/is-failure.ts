import type { Outcome } from './outcome.ts'

/** Whether the call failed or may have failed. A cancelled call did not: its caller stopped it. */
export function isFailure(outcome: Outcome): boolean {
  return outcome.status === 'failed' || outcome.status === 'indeterminate'
}
