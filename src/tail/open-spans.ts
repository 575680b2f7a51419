import { fromSdkSpan, type SdkSpan } from './facts/from-sdk-span.ts'
import { readFacts } from './facts/read-facts.ts'
import type { SpanFacts } from './facts/span-facts.ts'

/** The spans that have started and not ended. They are only pointed at. */
export interface OpenSpans {
  started(span: SdkSpan): void
  /** Some span has ended. */
  ended(): void
  /** Whether the trace has an open span. */
  has(traceId: string): boolean
  /** Every open span. */
  all(): readonly SdkSpan[]
  /** The open spans of a trace. */
  spansOf(traceId: string): readonly SdkSpan[]
  /** What the open spans of a trace say so far. */
  factsOf(traceId: string): SpanFacts[]
  readonly count: number
}

/** After so many ends, and when half of the spans may have ended, those that have are let go of. */
const SWEEP_EVERY = 256

const NO_SPANS: readonly SdkSpan[] = []

/**
 * Spans that never end would pile up: beyond `maxSpans` further ones are not followed. A span says itself whether it
 * has ended, so there is nothing to look for when one does: most are gone before anybody asks for those that are open.
 */
export function createOpenSpans(maxSpans: number): OpenSpans {
  let spans: SdkSpan[] = []
  /** Since those that have ended were let go of. */
  let starts = 0
  let ends = 0
  let byTrace: Map<string, SdkSpan[]> | undefined

  function sweep(): void {
    if (starts === 0 && ends === 0) return
    if (ends > 0) spans = spans.filter((span) => !span.ended)
    starts = 0
    ends = 0
    byTrace = undefined
  }

  function spansOf(traceId: string): readonly SdkSpan[] {
    sweep()
    byTrace ??= groupByTrace(spans)
    return byTrace.get(traceId) ?? NO_SPANS
  }

  return {
    started(span) {
      // Whatever does not say that it is open could not be let go of.
      if (span.ended !== false) return
      if (ends >= SWEEP_EVERY && ends >= spans.length / 2) sweep()
      if (spans.length >= maxSpans) return
      spans.push(span)
      starts++
    },
    ended() {
      ends++
    },
    has: (traceId) => spansOf(traceId).length > 0,
    all() {
      sweep()
      return spans
    },
    spansOf,
    factsOf: (traceId) => spansOf(traceId).map((span) => readFacts(fromSdkSpan(span))),
    get count() {
      sweep()
      return spans.length
    },
  }
}

function groupByTrace(spans: readonly SdkSpan[]): Map<string, SdkSpan[]> {
  const byTrace = new Map<string, SdkSpan[]>()
  for (const span of spans) {
    const { traceId } = span.spanContext()
    const known = byTrace.get(traceId)
    if (known === undefined) byTrace.set(traceId, [span])
    else known.push(span)
  }
  return byTrace
}
