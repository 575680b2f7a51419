import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFacts } from '../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../src/tail/facts/span-facts.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { DEFAULT_JUDGING } from '../../src/tail/judging.ts'
import { type JudgedRun, judgeOperations } from '../../src/tail/model/judged-run.ts'
import { createRun } from '../../src/tail/model/run.ts'
import { markSpans } from '../../src/tail/rule-marks.ts'
import { RULES } from '../../src/tail/rules/index.ts'
import type { Rule } from '../../src/tail/rules/rule.ts'
import { loadOwnCases } from '../support/own-cases.ts'
import { randomTraces } from '../support/random-traces.ts'
import { loadTraceCases, spansOfCase } from '../support/trace-cases.ts'

/** The spans that a rule about single spans has something to say of, each of them asked. */
function foundBy(rule: Rule, judged: JudgedRun): SpanFacts[] {
  return rule.scope === 'span'
    ? judged.tree.spans.filter((span) => rule.check(span, judged) !== undefined)
    : []
}

function countOf(rule: Rule, judged: JudgedRun): number {
  if (rule.scope === 'span') return foundBy(rule, judged).length
  if (rule.scope === 'run') return rule.check(judged).length
  return judged.inQuestion.flatMap((operation) => rule.check(operation)).length
}

/** Rules that find something in a run, or about a span, that has no cue of theirs. */
function withoutCue(spans: readonly SpanInput[]): string[] {
  const run = createRun(spans.map(readFacts))
  const marks = markSpans(run.tree.spans, DEFAULT_JUDGING)
  const judged = judgeOperations(run, true)
  return RULES.flatMap((rule) => {
    const isCue = marks.cuesOf(rule)
    const ofOthers = foundBy(rule, judged).filter((span) => isCue?.(judged.tree.indexOf(span)) !== true)
    const isWrong = rule.scope === 'span' && rule.isAboutCue && ofOthers.length > 0
    return isWrong || (isCue === undefined && countOf(rule, judged) > 0) ? [rule.id] : []
  })
}

test('a rule finds nothing in a run without a cue of its own, in all cases', () => {
  const cases = [...loadTraceCases(), ...loadOwnCases()]
  expect(cases.length).toBeGreaterThan(300)
  for (const one of cases) expect([one.name, withoutCue(spansOfCase(one))]).toEqual([one.name, []])
})

test('a rule finds nothing in a run without a cue of its own, whatever the run', () => {
  fc.assert(
    fc.property(randomTraces, (spans) => {
      expect(withoutCue(spans)).toEqual([])
    }),
  )
})
