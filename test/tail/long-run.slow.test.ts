import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { swallowedErrors } from '../../src/self/swallow.ts'
import { fromSdkSpan, type SdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { type LongRunTurn, longRunRoot, longRunTurn } from '../support/long-run.ts'

const HOUR_MS = 3_600_000
const LASTS_MS = 3 * HOUR_MS
const TURNS = 4000
const CALLS_A_TURN = 49
const TURN_MS = LASTS_MS / TURNS

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

function turnOf(number: number, traceId: string): LongRunTurn {
  return longRunTurn(number, number * TURN_MS, TURN_MS, CALLS_A_TURN, traceId)
}

/** What people act on; the state is closed for both in the end. */
function told({ id, rule, severity, operation, complete, recovered, attempts, resets, spanIds }: Finding) {
  return { id, rule, severity, operation, complete, recovered, attempts, resets, spanIds }
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

/** As it was while it was under way. */
function open(span: SdkSpan): SdkSpan & { ended: boolean } {
  return { ...span, ended: false }
}

test.each([2000, 10_000])(
  'a run of three hours and 200,000 spans, of which %i are held, keeps memory flat and is judged as one pass over it judges (REQ-38, REQ-39)',
  async (maxSpansPerRun) => {
    // A finding is reported once a process: each run is one of its own.
    const traceId = maxSpansPerRun.toString(16).padStart(32, '5')
    const clock = createFakeClock()
    const startMs = clock.now()
    const closed = new Map<string, Finding>()
    let opened = 0
    let left = 0
    const counter = { add: (spans: number, attributes?: object) => noteDropped(spans, attributes) }
    function noteDropped(spans: number, attributes: object = {}): void {
      if (Reflect.get(attributes, 'toolspan.self.reason') === 'run_full') left += spans
    }
    const processor = new ToolspanProcessor({
      clock,
      maxSpansPerRun,
      meterProvider: {
        getMeter: () => ({ createCounter: () => counter, createHistogram: () => ({ record: () => {} }) }),
      } as never,
      tracerProvider: {
        getTracer: () => ({ startSpan: () => ({ setStatus: () => {}, end: () => {} }) }),
      } as never,
      onFinding(finding) {
        if (finding.state === 'open') opened++
        else {
          expect(closed.has(finding.id)).toBe(false)
          closed.set(finding.id, finding)
        }
      },
    })

    const root = longRunRoot(LASTS_MS, traceId)
    const openRoot = open(root)
    processor.onStart(openRoot)
    const heap: number[] = []
    let spans = 1
    for (let number = 0; number < TURNS; number++) {
      const { turn, calls } = turnOf(number, traceId)
      const openTurn = open(turn)
      processor.onStart(openTurn)
      const atMs = startMs + number * TURN_MS
      for (const [index, span] of calls.entries()) {
        clock.advance(Math.max(0, atMs + (index * TURN_MS) / calls.length - clock.now()))
        processor.onEnd(span)
      }
      openTurn.ended = true
      processor.onEnd(turn)
      spans += calls.length + 1
      if (number % (TURNS / 12) === 0) heap.push(heapBytes())
    }
    clock.advance(Math.max(0, startMs + LASTS_MS - clock.now()))
    openRoot.ended = true
    processor.onEnd(root)
    clock.advance(60_000)
    await processor.shutdown()

    const judge = createJudge()
    judge.add(fromSdkSpan(root))
    for (let number = 0; number < TURNS; number++) {
      const { turn, calls } = turnOf(number, traceId)
      for (const span of [...calls, turn]) judge.add(fromSdkSpan(span))
    }
    const expected = judge.findings()

    expect(spans).toBeGreaterThanOrEqual(200_000)
    expect(judge.counts.spans).toBe(spans)
    expect(new Set(expected.map(({ rule }) => rule)).size).toBeGreaterThanOrEqual(8)
    expect([...closed.values()].map(told).sort(byId)).toEqual(expected.map(told).sort(byId))
    expect(opened).toBeLessThanOrEqual(closed.size)
    expect(left).toBeGreaterThan(spans - maxSpansPerRun - 1)
    const later = heap.slice(4)
    const findingBytes = closed.size * 4000
    expect(Math.max(...later) - Math.min(...later)).toBeLessThan(4_000_000 + findingBytes)
    expect(swallowedErrors()).toEqual({})
  },
  600_000,
)
