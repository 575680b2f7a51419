import type { SuccessEnvelope } from '../envelope/success-envelope.ts'
import type { ToolResult } from '../tool-result.ts'
import { found } from './found.ts'
import type { LookedAt } from './looked-at.ts'
import { given } from './usable-options.ts'

/**
 * What was found while something is missing (REQ-11): results and gap in one, never as if complete. Name the
 * gap: `missing`, or `gaps` with the reason of each.
 */
export function partial(items: readonly unknown[], options: LookedAt = {}): ToolResult<SuccessEnvelope> {
  return found(items, { ...given(options), coverage: 'partial' })
}
