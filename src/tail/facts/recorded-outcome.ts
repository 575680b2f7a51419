import { hash64 } from './hash64.ts'
import { readRecordedResult } from './recorded-body.ts'
import { readRecordedError } from './recorded-error.ts'
import type { SpanFacts } from './span-facts.ts'
import type { SpanInput } from './span-input.ts'

/** Bodies that stand for nothing: a call that threw has no result. */
const NOTHING = new Set<unknown>([undefined, '', 'null', 'undefined', 'None', '{}'])

/**
 * What a tool call of a foreign vocabulary came to. A body that was recorded of a call that succeeded is its result.
 * Of a call that failed it is the text of its error, which counts where no exception says more; it is never a result.
 * @param isError the vocabulary's own word on whether the body is an error, where it has one
 */
export function readRecordedOutcome(
  span: SpanInput,
  body: unknown,
  facts: SpanFacts,
  isError?: boolean,
): void {
  if (!facts.failed && isError !== true) {
    readRecordedResult(body, facts, isError)
    return
  }
  facts.failed = true
  readRecordedError(span, facts)
  if (facts.result !== undefined || NOTHING.has(body)) return
  readRecordedResult(body, facts, true)
  if (typeof body === 'string') facts.errorDigest ??= hash64(body)
}
