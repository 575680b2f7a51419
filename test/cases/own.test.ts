import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
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

/** Quiet traces, each as its spans. */
const quiet = cases
  .filter(
    ({ of, expect: expected, forbid }) => of !== undefined && expected.length === 0 && forbid.includes('*'),
  )
  // The server itself says that it does not know how much it looked at; only its client knew better.
  .filter(({ name }) => name !== 'coverage-told-by-the-client-only')
  .map((testCase) => spansOfCase(testCase))

const alarmsOf = (spans: readonly SpanInput[]) =>
  findingsOf(spans)
    .filter(({ severity }) => severity !== 'info')
    .map(({ rule, summary }) => `${rule}: ${summary}`)

test('no quiet trace raises an alarm because spans are missing that others name as their parents', () => {
  fc.assert(
    fc.property(fc.constantFrom(...quiet), fc.infiniteStream(fc.boolean()), (spans, keep) => {
      const parents = new Set(spans.map(({ parentSpanId }) => parentSpanId))
      const left = spans.filter(({ spanId }) => !parents.has(spanId) || keep.next().value === true)
      expect(alarmsOf(left)).toEqual([])
    }),
    { numRuns: 600, seed: 7 },
  )
})

test('no quiet trace raises an alarm because one of its services has another clock', () => {
  const several = quiet.filter((spans) => new Set(spans.map(({ service }) => service)).size > 1)
  fc.assert(
    fc.property(fc.constantFrom(...several), fc.integer({ min: -7_200_000, max: 7_200_000 }), (spans, ms) => {
      const [first] = spans
      const skewed = spans.map((span) =>
        span.service === first?.service
          ? span
          : {
              ...span,
              startMs: span.startMs + ms,
              endMs: span.endMs === undefined ? undefined : span.endMs + ms,
            },
      )
      expect(alarmsOf(skewed)).toEqual([])
    }),
    { numRuns: 200, seed: 7 },
  )
})
