import { fromSdkSpan, type SdkSpan } from './facts/from-sdk-span.ts'
import { readFacts } from './facts/read-facts.ts'
import type { SpanFacts } from './facts/span-facts.ts'

/** The spans that have started and not ended, by trace. They are only pointed at, and only until they end. */
export interface OpenSpans {
  started(span: SdkSpan): void
  ended(span: SdkSpan): void
  has(traceId: string): boolean
  /** Every open span. */
  all(): Iterable<SdkSpan>
  /** The open spans of a trace. */
  spansOf(traceId: string): SdkSpan[]
  /** What the open spans of a trace say so far. */
  factsOf(traceId: string): SpanFacts[]
  readonly count: number
}

/** Spans that never end would pile up: beyond `maxSpans` further ones are not followed. */
export function createOpenSpans(maxSpans: number): OpenSpans {
  const byTrace = new Map<string, Set<SdkSpan>>()
  let count = 0
  return {
    started(span) {
      if (count >= maxSpans) return
      const { traceId } = span.spanContext()
      const open = byTrace.get(traceId)
      if (open === undefined) byTrace.set(traceId, new Set([span]))
      else open.add(span)
      count++
    },
    ended(span) {
      const { traceId } = span.spanContext()
      const open = byTrace.get(traceId)
      if (open === undefined || !open.delete(span)) return
      count--
      if (open.size === 0) byTrace.delete(traceId)
    },
    has: (traceId) => byTrace.has(traceId),
    *all() {
      for (const open of byTrace.values()) yield* open
    },
    spansOf: (traceId) => [...(byTrace.get(traceId) ?? [])],
    factsOf: (traceId) => [...(byTrace.get(traceId) ?? [])].map((span) => readFacts(fromSdkSpan(span))),
    get count() {
      return count
    },
  }
}
