import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { healthyParts, healthyRun } from '../../support/healthy-run.ts'
import { findingsOf, trace } from '../../support/trace.ts'

/** What would wake or bother somebody; notes of severity `info` may stand. */
const alarmsOf = (spans: readonly SpanInput[]) =>
  findingsOf(spans)
    .filter(({ severity }) => severity !== 'info')
    .map(({ rule, summary }) => `${rule}: ${summary}`)

test.each(healthyParts)('raises no alarm about a run that %s', (_, spans) => {
  expect(alarmsOf(trace(...spans()))).toEqual([])
})

const whole = trace(...healthyRun())

test('raises no alarm about all of it in one run of a day', () => {
  expect(alarmsOf(whole)).toEqual([])
})

const parts = healthyParts.map(([, spans]) => trace(...spans()))
const part = fc.constantFrom(...parts)

test('raises no alarm because spans are missing that others name as their parents', () => {
  fc.assert(
    fc.property(part, fc.infiniteStream(fc.boolean()), (spans, keep) => {
      const parents = new Set(spans.map(({ parentSpanId }) => parentSpanId))
      const left = spans.filter(({ spanId }) => !parents.has(spanId) || keep.next().value === true)
      expect(alarmsOf(left)).toEqual([])
    }),
    { numRuns: 1000, seed: 7 },
  )
}, 60_000)

test('raises no alarm because a service has another clock', () => {
  fc.assert(
    fc.property(part, fc.integer({ min: -7_200_000, max: 7_200_000 }), (spans, skewMs) => {
      const skewed = spans.map((span) =>
        span.service === 'agent'
          ? span
          : {
              ...span,
              startMs: span.startMs + skewMs,
              ...(span.endMs === undefined ? {} : { endMs: span.endMs + skewMs }),
            },
      )
      expect(alarmsOf(skewed)).toEqual([])
    }),
    { numRuns: 400, seed: 7 },
  )
}, 60_000)

test('raises no alarm while the run is under way, whatever has ended so far', () => {
  fc.assert(
    fc.property(part, fc.double({ min: 0, max: 1, noNaN: true }), (spans, share) => {
      const times = spans.map(({ endMs, startMs }) => endMs ?? startMs).sort((a, b) => a - b)
      const nowMs = times[Math.floor(share * (times.length - 1))] ?? 0
      const soFar = spans
        .filter(({ startMs }) => startMs <= nowMs)
        .map(({ endMs, ...span }) => ({
          ...span,
          ...(endMs !== undefined && endMs <= nowMs ? { endMs } : { failed: false }),
        }))
      expect(alarmsOf(soFar)).toEqual([])
    }),
    { numRuns: 400, seed: 7 },
  )
}, 60_000)
