import { processWide } from '../../self/process-wide.ts'

/** Claims beyond this many push out the oldest. */
const MAX_CLAIMS = 10_000

const claims = processWide('finding claims 1', () => new Map<string, object>())

/**
 * Whether a finding is for `judge` to report: the first judge of the process that comes to it has it. Two copies of
 * this package with a processor each come to the same finding at the same moment, before either can see that the
 * other has reported it.
 */
export function claimFinding(findingId: string, judge: object): boolean {
  const claimedBy = claims.get(findingId)
  if (claimedBy !== undefined) return claimedBy === judge
  for (const oldest of claims.keys()) {
    if (claims.size < MAX_CLAIMS) break
    claims.delete(oldest)
  }
  claims.set(findingId, judge)
  return true
}
