import { expect, test } from 'vitest'
import { fromSdkSpan, type SdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { randomRun } from '../support/random-run.ts'

const KINDS = ['internal', 'server', 'client', 'producer', 'consumer'] as const
const SPANS = 3000
const HELD = 1000

function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}

function sdkSpan(span: SpanInput, traceId: string): SdkSpan & { ended: boolean } {
  const context = { traceId, spanId: span.spanId, traceFlags: 1 }
  return {
    name: span.name,
    kind: KINDS.indexOf(span.kind),
    spanContext: () => context,
    parentSpanContext: span.parentSpanId === undefined ? undefined : { spanId: span.parentSpanId },
    startTime: hrTime(span.startMs),
    endTime: hrTime(span.endMs ?? span.startMs),
    ended: true,
    status: { code: span.failed ? 2 : 0 },
    attributes: span.attributes,
    events: [],
    links: [],
    resource: { attributes: { 'service.name': 'agent' } },
    instrumentationScope: { name: 'test' },
  }
}

test.each([1, 2, 3])(
  'a run of which a third is held raises no alarm that the whole does not raise: seed %i',
  async (seed) => {
    const traceId = seed.toString(16).padStart(32, '9')
    const [root, ...spans] = randomRun(seed, SPANS, 1).map((span) => sdkSpan(span, traceId))
    if (root === undefined) throw new Error('no root')
    const clock = createFakeClock()
    const beganMs = clock.now() - root.startTime[0] * 1000
    const told = new Map<string, Finding>()
    const processor = new ToolspanProcessor({
      clock,
      maxSpansPerRun: HELD,
      onFinding: (finding) => told.set(finding.id, finding),
    })
    const open = { ...root, ended: false }
    processor.onStart(open)
    for (const span of spans) {
      clock.advance(Math.max(0, beganMs + fromSdkSpan(span).startMs - clock.now()))
      processor.onEnd(span)
    }
    open.ended = true
    processor.onEnd(root)
    await processor.shutdown()

    const judge = createJudge()
    for (const span of [root, ...spans]) judge.add(fromSdkSpan(span))
    const expected = new Map(judge.findings().map((finding) => [finding.id, finding]))
    const wrong = [...told.values()].filter(({ id }) => !expected.has(id))
    expect(wrong).toEqual([])
    expect(told.size).toBeGreaterThan(expected.size * 0.98)
  },
)
