import { EMPTY_REASONS, type EmptyReason } from '../../semconv/attributes/result.ts'
import type { SuccessEnvelope } from '../envelope/success-envelope.ts'
import type { ToolResult } from '../tool-result.ts'
import { type LookedAt, lookedAtEnvelope } from './looked-at.ts'
import { toolResult } from './tool-result-text.ts'
import { given } from './usable-options.ts'

const REASONS = new Set<string>(EMPTY_REASONS)

/** What a look-up states that ran and found nothing. */
export interface FoundNone extends LookedAt {
  /** What empty means, from the list that all tools share. */
  readonly emptyReason?: EmptyReason
  /** The tool's own reason, in its own words or as its own code. It stands beside the shared one. */
  readonly emptyDetail?: string
}

/**
 * A look-up that definitely ran and found nothing (REQ-9). Say what was searched and over how much: an empty
 * answer without either proves nothing, and its text says so.
 */
export function foundNone(options: FoundNone = {}): ToolResult<SuccessEnvelope> {
  const { emptyReason, emptyDetail } = given(options)
  return toolResult({
    ...lookedAtEnvelope('found_none', 0, options),
    // A word that is not on the list is a reason all the same: some other one.
    ...(typeof emptyReason === 'string' && {
      emptyReason: REASONS.has(emptyReason) ? emptyReason : '_OTHER',
    }),
    ...(typeof emptyDetail === 'string' && { emptyDetail }),
    results: [],
  })
}
