import { expect } from 'vitest'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { findingsOf, type TestSpan, trace } from './trace.ts'

/** What one rule says about the spans; every text of it is checked to be one that people can read. */
export function findingsOfRule(rule: string, ...spans: readonly TestSpan[]): Finding[] {
  const found = findingsOf(trace(...spans)).filter((finding) => finding.rule === rule)
  for (const finding of found) expectReadable(finding)
  return found
}

/** Words that only a mistake puts into a text, and gaps where a name is missing. */
const MISTAKES = /undefined|NaN|null|Infinity|\[object|-\d+ (?:ms|s|min)| {2}| \(\)|^\s|\s$/

function expectReadable({ summary, fix, operation, evidence, spanIds }: Finding): void {
  const texts = [summary, fix ?? '', operation, ...evidence.map(({ says }) => says)]
  for (const text of texts) {
    expect(text).not.toMatch(MISTAKES)
    expect(text).not.toBe('')
  }
  expect(summary.length).toBeLessThan(200)
  expect(new Set(spanIds).size).toBe(spanIds.length)
}
