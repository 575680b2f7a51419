import { describe, expect, test } from 'vitest'
import { RULES } from '../../src/tail/rules/index.ts'
import { loadOwnCases, type OwnCase } from '../support/own-cases.ts'
import { findingsOf } from '../support/trace.ts'
import { judgeCase, spansOfCase } from '../support/trace-cases.ts'

const cases = loadOwnCases()
const all = new Set(RULES.map(({ id }) => id))

/** Traces that a fresh reader made up to break the rules about empties, storms and resets. */
const AT_LARGE = new Set(['empty-unknown-coverage', 'retry-storm', 'budget-reset'])

test.each(cases)('judges the made-up trace $name as it says (REQ-25, REQ-26)', (testCase) => {
  const rules = testCase.of === undefined ? AT_LARGE : all
  const found = findingsOf(spansOfCase(testCase)).filter(({ rule }) => rules.has(rule))
  expect(judgeCase(testCase, found, rules)).toEqual([])
})

describe.each(RULES)('$id', ({ id }) => {
  const own = cases.filter(({ of }) => of === id)
  const expects = ({ expect: expected }: OwnCase) => expected.some(({ rule }) => rule === id)

  test('has at least six cases of its own, three of which keep it quiet', () => {
    expect(own.length).toBeGreaterThanOrEqual(6)
    expect(own.filter((testCase) => !expects(testCase)).length).toBeGreaterThanOrEqual(3)
    expect(own.filter(expects).length).toBeGreaterThanOrEqual(2)
  })

  test('is expected or forbidden by each of them, and each says why it is right', () => {
    for (const testCase of own) {
      expect(testCase.about).toMatch(/^[A-Z].{20,}\.$/)
      expect(expects(testCase) || testCase.forbid.includes(id)).toBe(true)
    }
  })
})

test('no two cases have one name: ids of spans are hashes of it', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})
