import { describe, expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import { judgeRun } from '../../../src/tail/judge.ts'
import { createRun } from '../../../src/tail/model/run.ts'
import { createTestTail } from '../../support/tail-service.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const LATEST_MS = 5000

/** Traces that hold findings, each in the order in which its spans ended. */
const cases = loadTraceCases()
  .filter(({ expect: expected }) => expected.length > 0)
  .map((testCase) => ({
    name: testCase.name,
    spans: spansOfCase(testCase).toSorted((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0)),
  }))
  .filter(({ spans }) => new Set(spans.map(({ traceId }) => traceId)).size === 1)

describe('REQ-38 a finding is told of within five seconds of the span that completes it, with the run still open', () => {
  test.each(cases)('in $name', ({ spans }) => {
    const tail = createTestTail()
    const facts: SpanFacts[] = []
    for (const span of spans.slice(0, -1)) {
      facts.push(readFacts(span))
      const holds = new Set(judgeRun(createRun(facts), false).map(({ rule }) => rule))
      tail.sendSpans([span])
      tail.pass(LATEST_MS)
      const told = new Set(tail.reports().map(({ finding }) => finding.rule))
      expect([...holds].filter((rule) => !told.has(rule))).toEqual([])
    }
  })
})
