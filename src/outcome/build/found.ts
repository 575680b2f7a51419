import type { SuccessEnvelope } from '../envelope/success-envelope.ts'
import type { ToolResult } from '../tool-result.ts'
import { foundNone } from './found-none.ts'
import { type LookedAt, lookedAtEnvelope } from './looked-at.ts'
import { toolResult } from './tool-result-text.ts'
import { given, usableOptions } from './usable-options.ts'

/**
 * A look-up that found something. The items lie under `results`; a value that is no list is one item. An empty
 * list is what it is: the result of `foundNone` with the same options. So are `null` and `undefined`, but that
 * nothing more was said about them leaves coverage unknown.
 */
export function found(items: unknown, options: LookedAt = {}): ToolResult<SuccessEnvelope> {
  // Nothing where something should be: that it is not there may be an answer, or that nobody looked.
  if (items === null || items === undefined) {
    return foundNone({ ...given(options), coverage: usableOptions(options).coverage ?? 'unknown' })
  }
  const results = listOf(items)
  if (results.length === 0) return foundNone(options)
  return toolResult({ ...lookedAtEnvelope('found', results.length, options), results })
}

/** The items of a list, a set or a map, of which JSON shows none of the last two; anything else is one item. */
function listOf(items: unknown): unknown[] {
  return Array.isArray(items) || items instanceof Set || items instanceof Map ? [...items] : [items]
}
