import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJudge } from '../../src/tail/judge.ts'
import { RULES } from '../../src/tail/rules/index.ts'
import { findingsOf } from '../support/trace.ts'
import { judgeCase, loadTraceCases, spansOfCase } from '../support/trace-cases.ts'
import { TRACES_NOT_IN_SCOPE } from '../support/trace-scope.ts'

const rules = new Set(RULES.map((rule) => rule.id))
const cases = loadTraceCases()
const inScope = cases.filter((testCase) => !TRACES_NOT_IN_SCOPE.has(testCase.name))

test.each(inScope)('judges the trace $name as its case says (REQ-25)', (testCase) => {
  expect(judgeCase(testCase, findingsOf(spansOfCase(testCase)), rules)).toEqual([])
})

test('keeps the list of traces that are not in scope yet honest: none of them passes', () => {
  const passing = cases
    .filter((testCase) => TRACES_NOT_IN_SCOPE.has(testCase.name))
    .filter((testCase) => judgeCase(testCase, findingsOf(spansOfCase(testCase)), rules).length === 0)
  expect(passing.map((testCase) => testCase.name)).toEqual([])
})

test('says how many of the cases expect a rule that does not exist yet', () => {
  const later = cases.filter((testCase) => testCase.expect.some(({ rule }) => !rules.has(rule)))
  console.info(
    `trace cases: ${inScope.length} of ${cases.length} pass; ${TRACES_NOT_IN_SCOPE.size} are not in scope yet (${[...TRACES_NOT_IN_SCOPE].join(', ') || 'none'}); ${later.length} also expect rules that do not exist yet`,
  )
  expect(inScope.length + TRACES_NOT_IN_SCOPE.size).toBe(cases.length)
})

test('finds the same whatever the order, the batching and the duplication of the spans', () => {
  const spansByCase = cases.map((testCase) => spansOfCase(testCase))
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: cases.length - 1 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (index, random) => {
        const spans = spansByCase[index] ?? []
        const shuffled = [...spans, ...spans.filter((_, at) => at % 3 === 0)]
          .map((span) => ({ span, at: random.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ span }) => span)
        const judge = createJudge()
        for (const [at, span] of shuffled.entries()) {
          judge.add(span)
          if (at % 7 === 6) judge.findings()
        }
        expect(judge.findings()).toEqual(findingsOf(spans))
      },
    ),
    { numRuns: 150 },
  )
})
