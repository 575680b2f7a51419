import { expect, test } from 'vitest'
import { fromSdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { randomRun } from '../support/random-run.ts'
import { sdkSpanOf } from '../support/sdk-span.ts'

const SPANS = 3000
const HELD = 1000

test.each([1, 2, 3])(
  'a run of which a third is held raises no alarm that the whole does not raise: seed %i',
  async (seed) => {
    const traceId = seed.toString(16).padStart(32, '9')
    const [root, ...spans] = randomRun(seed, SPANS, 1).map((span) => sdkSpanOf(span, { ...span, traceId }))
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
