import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findingsOf } from '../support/trace.ts'
import { judgeCase, spansOfCase, type TraceCase } from '../support/trace-cases.ts'

/** Traces that a fresh reader made up to break the rules about empties, storms and resets. */
const folder = new URL('./own/', import.meta.url)
const cases: TraceCase[] = readdirSync(folder)
  .sort()
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))

const rules = new Set(['empty-unknown-coverage', 'retry-storm', 'budget-reset'])

test.each(cases)('judges the made-up trace $name as it says (REQ-25)', (testCase) => {
  const found = findingsOf(spansOfCase(testCase)).filter(({ rule }) => rules.has(rule))
  expect(judgeCase(testCase, found, rules)).toEqual([])
})
