import { describe, expect, test } from 'vitest'
import { METRIC_TAIL_SPANS_SETTLED } from '../../../src/semconv/tail-metrics.ts'
import { createTestTail, ROOMY } from '../../support/tail-service.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const cases = loadTraceCases()
  .map((testCase) => ({ name: testCase.name, spans: spansOfCase(testCase) }))
  .filter(({ spans }) => spans.length > 1)

/** Runs that are still open are let go as soon as quiet ones. */
const LIMITS = { maxIdleMs: ROOMY.quietMs }
const LONG_MS = 2 * ROOMY.quietMs

describe('a part of a run that a sender sends again after the run was let go', () => {
  test.each(cases)('is known, and raises no finding: $name', ({ spans }) => {
    const tail = createTestTail({ limits: LIMITS })
    tail.sendSpans(spans)
    tail.pass(LONG_MS)
    const told = tail.reports().length
    const settled = (outcome: string) => tail.counted(METRIC_TAIL_SPANS_SETTLED, outcome)
    const [recorded, duplicate] = [settled('recorded'), settled('duplicate')]
    // What had not ended yet may still end.
    const again = spans.slice(Math.floor(spans.length / 2)).filter(({ endMs }) => endMs !== undefined)
    tail.sendSpans(again)
    tail.pass(LONG_MS)
    expect(tail.reports().length).toBe(told)
    expect(settled('recorded')).toBe(recorded)
    expect(settled('duplicate')).toBe(duplicate + again.length)
  })

  test('what is new of its trace is a run of its own', () => {
    const [{ spans } = { spans: [] }] = cases
    const tail = createTestTail({ limits: LIMITS })
    tail.sendSpans(spans.slice(0, 1))
    tail.pass(LONG_MS)
    tail.sendSpans(spans.slice(1, 2))
    expect(tail.counted(METRIC_TAIL_SPANS_SETTLED, 'recorded')).toBe(2)
  })
})
