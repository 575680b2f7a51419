import fc from 'fast-check'
import { expect, test } from 'vitest'
import { swallowedErrors } from '../../../src/self/swallow.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { createJudge } from '../../../src/tail/judge.ts'
import { RULES } from '../../../src/tail/rules/index.ts'
import { randomTraces } from '../../support/random-traces.ts'
import { findingsOf } from '../../support/trace.ts'

/** The spans in another order, some of them twice, judged in parts on the way. */
function judgeInParts(spans: readonly SpanInput[], random: Iterator<number>) {
  const next = (): number => random.next().value ?? 0
  const shuffled = [...spans, ...spans.filter(() => next() < 0.3)]
    .map((span) => ({ span, at: next() }))
    .sort((a, b) => a.at - b.at)
  const judge = createJudge()
  for (const { span } of shuffled) {
    judge.add(span)
    if (next() < 0.2) judge.findings()
  }
  return judge.findings()
}

const seen = new Set<string>()

test('no finding of any rule depends on the order, the duplication or the batching of spans (REQ-25)', () => {
  fc.assert(
    fc.property(
      randomTraces,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (spans, random) => {
        const expected = findingsOf(spans)
        for (const { rule } of expected) seen.add(rule)
        expect(judgeInParts(spans, random)).toEqual(expected)
        expect(new Set(expected.map(({ id }) => id)).size).toBe(expected.length)
        for (const { summary, fix = '' } of expected) expect(`${summary} ${fix}`).not.toMatch(/undefined|NaN/)
      },
    ),
    { numRuns: 1000, seed: 42 },
  )
  expect(swallowedErrors().rule).toBeUndefined()
}, 60_000)

test('the random traces make every rule speak', () => {
  expect(RULES.map((rule) => rule.id).filter((id) => !seen.has(id))).toEqual([])
})
