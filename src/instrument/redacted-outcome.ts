import type { Outcome } from '../outcome/outcome.ts'
import { type CaptureOptions, captured } from './capture.ts'

/** Further names of missing sources are left out. */
const MAX_NAMES = 20

/** An outcome whose texts may leave: its detail and the names of missing sources, each seen by the redactor first. */
export function redactedOutcome(outcome: Outcome, tool: string, options: CaptureOptions): Outcome {
  const redact = (value: string): string | undefined =>
    captured(value, { tool, kind: 'error_detail' }, options)
  const { detail, coverage, ...rest } = outcome
  const { missing, ...covered } = coverage
  const shownDetail = detail === undefined ? undefined : redact(detail)
  const shownMissing = missing?.slice(0, MAX_NAMES).map(redact)
  return {
    ...rest,
    ...(shownDetail !== undefined && { detail: shownDetail }),
    coverage: {
      ...covered,
      ...(shownMissing !== undefined && { missing: shownMissing.filter((name) => name !== undefined) }),
    },
  }
}
