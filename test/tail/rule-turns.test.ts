import { expect, test } from 'vitest'
import { swallowedErrors } from '../../src/self/swallow.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { createJudging } from '../../src/tail/judging.ts'
import { RULES } from '../../src/tail/rules/index.ts'
import type { Rule } from '../../src/tail/rules/rule.ts'
import { storm } from '../support/storm.ts'
import { type TestSpan, trace } from '../support/trace.ts'

const LAYERS = [
  { layer: 'coordinator', tries: 3 },
  { layer: 'tool', tries: 3 },
]

/** Two operations, of which each is a storm, and an answer that nobody knows the coverage of. */
const spans = trace(
  ...['op-1', 'op-2'].flatMap((operationId, at) =>
    storm({ layers: LAYERS, operationId }).map(
      (span): TestSpan => ({ ...span, id: `${at}${span.id}`, ...(span.in && { in: `${at}${span.in}` }) }),
    ),
  ),
  {
    id: 'empty',
    at: [5000, 5001],
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'toolspan.result.status': 'found_none',
    'toolspan.coverage.status': 'unknown',
  },
)

function rulesTold(rules: readonly Rule[]): string[] {
  const judge = createJudge(createJudging({ rules }))
  for (const span of spans) judge.add(span)
  return judge.findings().map(({ rule }) => rule)
}

/** The same rule, which throws when it is asked for the `at`-th time. */
function brokenAt(rule: Rule, at: number): Rule {
  let asked = 0
  const check = (...given: unknown[]): unknown => {
    if (++asked === at) throw new Error('a rule of ours is broken')
    return Reflect.apply(rule.check, rule, given)
  }
  return { ...rule, check } as Rule
}

test('all that is found of every operation is told rule by rule, in the order of the rules', () => {
  const told = rulesTold(RULES)
  expect(told.filter((rule) => rule === 'retry-storm')).toHaveLength(2)
  expect(told).toContain('empty-unknown-coverage')
  const places = told.map((rule) => RULES.findIndex(({ id }) => id === rule))
  expect(places).toEqual([...places].sort((a, b) => a - b))
})

test.each([1, 2])(
  'a rule that throws at operation %i is counted once and left out; the others speak',
  (at) => {
    const before = swallowedErrors().rule ?? 0
    const told = rulesTold(RULES.map((rule) => (rule.id === 'retry-storm' ? brokenAt(rule, at) : rule)))
    expect(told).toEqual(rulesTold(RULES).filter((rule) => rule !== 'retry-storm'))
    expect(swallowedErrors().rule).toBe(before + 1)
  },
)

/** A rule about single spans that is asked about spans which are no cues of it, too. */
test.each([1, 2])('a rule that throws at span %i is counted once and left out; the others speak', (at) => {
  const before = swallowedErrors().rule ?? 0
  const told = rulesTold(RULES.map((rule) => (rule.id === 'partial-as-complete' ? brokenAt(rule, at) : rule)))
  expect(told).toEqual(rulesTold(RULES))
  expect(told).toContain('empty-unknown-coverage')
  expect(swallowedErrors().rule).toBe(before + 1)
})
