import { expect, test } from 'vitest'
import { fromSdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { randomRun } from '../support/random-run.ts'
import { sdkSpanOf } from '../support/sdk-span.ts'

const HELD = 1000
/** About as many spans. */
const HELD_BYTES = 1_000_000

test.each([
  { seed: 1, count: 3000, agents: 1 },
  { seed: 2, count: 3000, agents: 3 },
  { seed: 3, count: 3000, agents: 1 },
  // Another page of a listing was let go, which was asked for later than the one that stayed.
  { seed: 5, count: 3000, agents: 1 },
  { seed: 12, count: 3000, agents: 1 },
  // Between requests that stayed, an answer of the same host was let go.
  { seed: 42, count: 6000, agents: 1 },
  { seed: 500, count: 3000, agents: 2, limit: { maxBytes: HELD_BYTES } },
  { seed: 501, count: 3000, agents: 1, limit: { maxSpans: HELD, maxSpansPerRun: HELD } },
])(
  'a run of which a part is held is told of as the whole is: seed $seed, $count spans, $agents agents (REQ-39)',
  async ({ seed, count, agents, limit = { maxSpansPerRun: HELD } }) => {
    const traceId = seed.toString(16).padStart(32, '9')
    const spans = randomRun(seed, count, agents).map((span) => {
      const made = sdkSpanOf(span, { ...span, traceId })
      // The agents are open all along.
      return { ...made, ended: made.attributes['gen_ai.agent.name'] === undefined }
    })
    const [root, ...others] = spans
    if (root === undefined) throw new Error('no root')
    const clock = createFakeClock()
    const beganMs = clock.now() - root.startTime[0] * 1000
    const told = new Map<string, Finding>()
    const processor = new ToolspanProcessor({
      clock,
      ...limit,
      onFinding: (finding) => told.set(finding.id, finding),
    })
    for (const span of spans) if (!span.ended) processor.onStart(span)
    for (const span of [...others, root]) {
      if (span !== root) clock.advance(Math.max(0, beganMs + fromSdkSpan(span).startMs - clock.now()))
      span.ended = true
      processor.onEnd(span)
    }
    await processor.shutdown()

    const judge = createJudge()
    for (const span of spans) judge.add(fromSdkSpan(span))
    const expected = judge.findings()
    expect(expected.length).toBeGreaterThan(100)
    expect(idsOf(told.values())).toEqual(idsOf(expected))
  },
)

function idsOf(findings: Iterable<Finding>): string[] {
  return [...findings].map(({ id, rule }) => `${rule} ${id}`).sort()
}
