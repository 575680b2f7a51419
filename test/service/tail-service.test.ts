import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as names from '../../src/semconv/tail-metrics.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { loadOwnCases } from '../support/own-cases.ts'
import { bodyOf, createTestTail } from '../support/tail-service.ts'
import { findingsOf, trace } from '../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../support/trace-cases.ts'

const cases = [...loadTraceCases(), ...loadOwnCases()]

/** A finding without what only says when it was told of. */
function told(findings: readonly Finding[]) {
  return findings.map(({ state: _, ...finding }) => finding).sort((a, b) => (a.id < b.id ? -1 : 1))
}

describe('REQ-25 REQ-38 the service finds what check finds', () => {
  test.each(cases)('in $name, in any order, batching and format, with spans that come twice', (testCase) => {
    const spans = spansOfCase(testCase)
    const expected = told(findingsOf(spans))
    fc.assert(
      fc.property(
        fc.shuffledSubarray(spans, { minLength: spans.length }),
        fc.integer({ min: 1, max: spans.length + 1 }),
        fc.constantFrom('json' as const, 'protobuf' as const),
        (shuffled, size, format) => {
          const tail = createTestTail()
          for (let at = 0; at < shuffled.length; at += size) {
            tail.sendSpans(shuffled.slice(at, at + size), format)
            if (at % 3 === 0) tail.sendSpans(shuffled.slice(at, at + 1), format)
          }
          tail.service.finish()
          expect(told(tail.closed())).toEqual(expected)
          expect(tail.faults).toEqual([])
        },
      ),
      { numRuns: 4 },
    )
  })
})

const STORM = loadTraceCases().find(({ expect: expected }) =>
  expected.some(({ rule }) => rule === 'retry-storm'),
)
const storm = STORM === undefined ? [] : spansOfCase(STORM)

test('REQ-38 tells of a finding while the run goes on, and again when it is over', () => {
  const tail = createTestTail()
  const root = storm.find(({ parentSpanId }) => parentSpanId === undefined)
  tail.sendSpans(storm.filter((span) => span !== root))
  tail.pass(3000)
  const rules = tail.reports().map(({ finding }) => `${finding.rule} ${finding.state}`)
  expect(rules).toContain('retry-storm open')
  if (root !== undefined) tail.sendSpans([root])
  tail.pass(3000)
  tail.pass(31_000)
  expect(tail.closed().map(({ rule }) => rule)).toContain('retry-storm')
  expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(0)
  expect(tail.counted(names.METRIC_TAIL_FACTS_SIZE)).toBeLessThan(100)
  expect(tail.counted(names.METRIC_TAIL_RUNS_RELEASED, 'ended')).toBe(1)
})

test('tells at once what it sees, and closes only what the whole picture shows', () => {
  const tail = createTestTail()
  // Layers end inside out: what retried is there long before what it was a part of.
  for (const span of storm.toSorted((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0))) {
    tail.sendSpans([span])
    tail.pass(2500)
  }
  expect(tail.closed().filter(({ rule }) => rule === 'retry-storm')).toEqual([])
  tail.pass(31_000)
  const ids = (findings: readonly Finding[]) => findings.map(({ id }) => id).sort()
  expect(ids(tail.closed())).toEqual(ids(findingsOf(storm)))
  const opened = tail.reports().filter(({ finding }) => finding.state === 'open')
  const ended = new Set(
    tail.reports().flatMap(({ finding }) => (finding.state === 'closed' ? finding.id : [])),
  )
  expect(opened.filter(({ finding }) => !ended.has(finding.id))).toEqual([])
})

test('settles every span that it receives exactly once', () => {
  const tail = createTestTail({ limits: { maxSpans: 100 } })
  const settled = () => tail.counted(names.METRIC_TAIL_SPANS_SETTLED)
  tail.sendSpans(storm)
  tail.sendSpans(storm, 'protobuf')
  tail.sendSpans(trace({ id: 'f', scope: 'toolspan.findings' }))
  const many = trace(...Array.from({ length: 200 }, (_, index) => ({ id: `s${index}`, trace: `t${index}` })))
  expect(tail.sendSpans(many)).toMatchObject({ status: 429, retryAfterS: expect.any(Number) })
  expect(tail.counted(names.METRIC_TAIL_SPANS_RECEIVED)).toBe(2 * storm.length + 1 + 200)
  expect(settled()).toBe(2 * storm.length + 1 + 200)
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'recorded')).toBe(storm.length)
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'duplicate')).toBe(storm.length)
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'irrelevant')).toBe(1)
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'refused', 'store_full')).toBe(200)
  expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(storm.length)
})

test('takes the spans that can be read of a request, and says how many could not', () => {
  const tail = createTestTail()
  const request = JSON.parse(new TextDecoder().decode(bodyOfTwo()))
  request.resourceSpans[1].scopeSpans[0].spans[0].spanId = 'nonsense'
  const answer = tail.send(new TextEncoder().encode(JSON.stringify(request)), 'json')
  expect(answer).toEqual({ rejected: 1, message: expect.stringContaining('spanId') })
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'refused', 'unreadable')).toBe(1)
  expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(1)
})

test('takes nothing of a body that is no request', () => {
  const tail = createTestTail()
  const cut = bodyOf(trace({ id: 'a' }, { id: 'b' }), 'protobuf')
  expect(tail.send(cut.subarray(0, cut.length - 3), 'protobuf')).toMatchObject({ status: 400 })
  expect(tail.send(new TextEncoder().encode('{"resourceSpans": ['), 'json')).toMatchObject({ status: 400 })
  expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(0)
  tail.sendSpans(trace({ id: 'a' }, { id: 'b' }), 'protobuf')
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'recorded')).toBe(2)
})

test('lets go of the oldest runs under pressure, judged with what is there and marked as incomplete', () => {
  const tail = createTestTail({ limits: { maxSpans: storm.length + 5 } })
  tail.sendSpans(storm.filter(({ parentSpanId }) => parentSpanId !== undefined))
  tail.clock.advance(10)
  for (let index = 0; index < 12; index++) tail.sendSpans(trace({ id: `s${index}`, trace: `t${index}` }))
  tail.tick()
  expect(tail.counted(names.METRIC_TAIL_RUNS_RELEASED, 'store_full')).toBeGreaterThan(0)
  const found = tail.closed().find(({ rule }) => rule === 'retry-storm')
  expect(found?.complete).toBe(false)
})

test('stays silent about what another judge has reported', () => {
  const tail = createTestTail()
  const [finding] = findingsOf(storm)
  tail.sendSpans(
    trace({ id: 'f', scope: 'toolspan.findings', 'toolspan.finding.id': finding?.id ?? '' }),
    'protobuf',
  )
  tail.sendSpans(storm)
  tail.service.finish()
  expect(tail.closed().map(({ id }) => id)).not.toContain(finding?.id)
})

test('keeps a run for as long as it goes on, however long that is, and lets go of it when nothing more comes', () => {
  const tail = createTestTail()
  const HOUR_MS = 3_600_000
  const spans = storm.filter(({ parentSpanId }) => parentSpanId !== undefined)
  for (const span of spans) {
    tail.sendSpans([span])
    tail.pass(HOUR_MS)
  }
  expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(spans.length)
  tail.pass(HOUR_MS / 12 + 1000)
  expect(tail.counted(names.METRIC_TAIL_RUNS_RELEASED, 'idle')).toBe(1)
  expect(tail.closed().map(({ rule }) => rule)).toContain('retry-storm')
})

test('takes no run for quiet while it stood still itself: what it has not heard waits in its sockets', () => {
  const tail = createTestTail()
  const [late, ...others] = storm
    .toSorted((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0))
    .slice(-2)
    .reverse()
  tail.sendSpans(storm.filter((span) => span !== others[0]))
  tail.pass(3000)
  expect(late?.parentSpanId).toBeUndefined()
  tail.clock.advance(600_000)
  tail.tick()
  expect(tail.counted(names.METRIC_TAIL_RUNS_RELEASED)).toBe(0)
  tail.sendSpans(others)
  tail.pass(31_000)
  expect(tail.counted(names.METRIC_TAIL_RUNS_RELEASED, 'ended')).toBe(1)
  expect(told(tail.closed())).toEqual(told(findingsOf(storm)))
})

test('judges a run that is too long with what is there, and begins anew', () => {
  const tail = createTestTail({ limits: { maxSpansPerRun: 50 } })
  tail.sendSpans(storm)
  tail.pass(3000)
  expect(tail.counted(names.METRIC_TAIL_RUNS_RELEASED, 'run_full')).toBe(1)
  expect(tail.closed().find(({ rule }) => rule === 'retry-storm')?.complete).toBe(false)
  expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(0)
})

test('keeps nothing of a batch that the journal could not take, and takes it when it comes again', () => {
  let isBroken = true
  const tail = createTestTail({
    journal: {
      write() {
        if (isBroken) throw new Error('the disk is full')
      },
      read: () => ({ packs: [], released: new Map() }),
      shrink() {},
      size: 0,
      close() {},
    },
  })
  expect(tail.sendSpans(storm)).toMatchObject({ status: 503 })
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'refused', 'not_written')).toBe(storm.length)
  expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(0)
  isBroken = false
  expect(tail.sendSpans(storm)).toEqual({ rejected: 0, message: undefined })
  tail.service.finish()
  expect(told(tail.closed())).toEqual(told(findingsOf(storm)))
})

function bodyOfTwo(): Uint8Array {
  return bodyOf(trace({ id: 'a' }, { id: 'b' }), 'json')
}
