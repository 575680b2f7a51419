import { type Clock, systemClock } from '../../clock.ts'
import { isKeyed } from '../../self/keyed.ts'
import type { ErrorContext } from '../envelope/error-context.ts'
import type { SuccessEnvelope } from '../envelope/success-envelope.ts'
import type { ToolResult } from '../tool-result.ts'
import { errorEnvelope, type Failed } from './failed.ts'
import { type Dated, statedFreshness } from './looked-at.ts'
import { toolResult } from './tool-result-text.ts'
import { given } from './usable-options.ts'

/** Why a stand-in is given, and how old it is where it is a real earlier answer. */
export type Fallback = Failed & {
  /** When the earlier answer was true. Given = it was real once; left out = the value was never looked up. */
  readonly earlier?: Dated
  /** Where "now" comes from for its age. Default: the machine's clock. */
  readonly clock?: Clock
}

/**
 * A stand-in for a result that could not be had, marked as one (REQ-10). A value that was never looked up makes
 * the call a failure that carries it under `standIn`; an earlier answer with its age is found, with the reason
 * why it is not a current one.
 */
export function fallback(value: unknown, why: Fallback): ToolResult<ErrorContext | SuccessEnvelope> {
  const { earlier, clock = systemClock, ...context } = given(why)
  if (!isKeyed(earlier)) {
    return toolResult<ErrorContext>({ ...errorEnvelope('failed', context), fallback: true, standIn: value })
  }
  const results: unknown[] = Array.isArray(value) ? [...value] : [value]
  return toolResult<SuccessEnvelope>({
    status: 'found',
    count: results.length,
    coverage: { status: 'unknown' },
    freshness: statedFreshness(earlier, clock),
    fallback: true,
    ...(typeof context.message === 'string' && { message: context.message }),
    results,
  })
}
