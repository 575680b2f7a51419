import { processWide } from '../self/process-wide.ts'

/** Claims beyond this many push out the oldest. */
const MAX_CLAIMS = 10_000

const claims = processWide('report claims 1', () => new Map<string, object>())

/**
 * Whether a finding, or a call that does not end, is for `judge` to report: the first judge of the process that
 * comes to it has it. Two copies of this package with a processor each come to it at the same moment, before either
 * can see that the other has reported it.
 */
export function claimReport(id: string, judge: object): boolean {
  const claimedBy = claims.get(id)
  if (claimedBy !== undefined) return claimedBy === judge
  for (const oldest of claims.keys()) {
    if (claims.size < MAX_CLAIMS) break
    claims.delete(oldest)
  }
  claims.set(id, judge)
  return true
}
