import type { SpanInput } from '../../src/tail/facts/span-input.ts'

const START_MS = Date.UTC(2026, 0, 15, 9)

/** The spans with all times as many times as far apart, from `phaseMs` of a millisecond on. */
export function stretched(spans: readonly SpanInput[], by: number, phaseMs: number): SpanInput[] {
  const firstMs = spans.reduce((first, { startMs }) => Math.min(first, startMs), Number.POSITIVE_INFINITY)
  const at = (ms: number): number => START_MS + phaseMs + (ms - firstMs) * by
  return spans.map((span) => ({
    ...span,
    startMs: at(span.startMs),
    ...(span.endMs === undefined ? {} : { endMs: at(span.endMs) }),
  }))
}

/** As the JavaScript SDK times them: a start is cut down to the millisecond, and the end is as much too early. */
export function timedAsSdk(spans: readonly SpanInput[]): SpanInput[] {
  return spans.map((span) => {
    const startMs = Math.floor(span.startMs)
    return {
      ...span,
      startMs,
      ...(span.endMs === undefined ? {} : { endMs: startMs + (span.endMs - span.startMs) }),
    }
  })
}

/** With starts cut down, and ends as they were. */
export function withCutStarts(spans: readonly SpanInput[]): SpanInput[] {
  return spans.map((span) => ({ ...span, startMs: Math.floor(span.startMs) }))
}
