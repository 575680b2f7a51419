import type { SuccessEnvelope } from '../envelope/success-envelope.ts'
import type { ToolResult } from '../tool-result.ts'
import { foundNone } from './found-none.ts'
import { type LookedAt, lookedAtEnvelope } from './looked-at.ts'
import { toolResult } from './tool-result-text.ts'

/**
 * A look-up that found something. The items lie under `results`; a value that is no list is one item. An empty
 * list is what it is: the result of `foundNone` with the same options.
 */
export function found(items: unknown, options: LookedAt = {}): ToolResult<SuccessEnvelope> {
  const results: unknown[] = Array.isArray(items) ? [...items] : [items]
  if (results.length === 0) return foundNone(options)
  return toolResult({ ...lookedAtEnvelope('found', results.length, options), results })
}
