import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { bodyOf } from '../../support/tail-service.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

/** The handed cases that are one trace each and whose spans have all ended, as if each had ended just now. */
export function casesOfNow(): readonly (readonly SpanInput[])[] {
  const nowMs = Date.now()
  return loadTraceCases()
    .map(spansOfCase)
    .filter((spans) => new Set(spans.map(({ traceId }) => traceId)).size === 1)
    .filter((spans) => spans.every(({ endMs }) => endMs !== undefined))
    .map((spans) => endingAt(spans, nowMs))
}

function endingAt(spans: readonly SpanInput[], endMs: number): readonly SpanInput[] {
  const shiftMs = endMs - Math.max(...spans.map((span) => span.endMs ?? 0))
  return spans.map((span) => ({
    ...span,
    startMs: span.startMs + shiftMs,
    ...(span.endMs === undefined ? {} : { endMs: span.endMs + shiftMs }),
    events: span.events.map((event) => ({ ...event, timeMs: event.timeMs + shiftMs })),
  }))
}

/** Sends spans as OTLP over HTTP. Rejects where they are not taken. */
export async function sendSpans(otlpUrl: string, spans: readonly SpanInput[]): Promise<void> {
  const answer = await fetch(`${otlpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf' },
    body: new Uint8Array(bodyOf(spans, 'protobuf')),
  })
  if (!answer.ok) throw new Error(`the Collector answered ${answer.status}: ${await answer.text()}`)
}
