import { expect, test } from 'vitest'
import { renderTotals } from '../../../src/cli/render/totals.ts'
import { findingOf } from '../../support/finding.ts'

test('the totals say how much was looked at and how bad it is', () => {
  const findings = [findingOf(), findingOf({ severity: 'critical' }), findingOf()]
  expect(renderTotals({ traces: 3, spans: 120, findings })).toBe(
    '3 findings (1 critical, 2 warning) in 3 traces, 120 spans',
  )
  expect(renderTotals({ traces: 1, spans: 1, findings: [] })).toBe('no findings in 1 trace, 1 span')
})

test('what was left out is counted with its reason', () => {
  const notShown = { muted: 1, known: 0, belowSeverity: 4 }
  expect(renderTotals({ traces: 1, spans: 1, findings: [findingOf()], notShown })).toBe(
    '1 finding (1 warning) in 1 trace, 1 span; not shown: 1 muted, 4 below --severity',
  )
})

test('findings that are too mild to show and bad enough for the exit code are told as such', () => {
  const result = {
    traces: 1,
    spans: 1,
    findings: [],
    notShown: { muted: 0, known: 0, belowSeverity: 2 },
  }
  expect(renderTotals(result, 0)).toBe(
    'no findings to show in 1 trace, 1 span; not shown: 2 below --severity',
  )
  expect(renderTotals(result, 1)).toBe(
    'no findings to show in 1 trace, 1 span; not shown: 2 below --severity, which count for exit code 1 (--fail-on)',
  )
})

test('inputs without a single span are no runs without findings', () => {
  expect(renderTotals({ traces: 0, spans: 0, findings: [] }, 2)).toBe('nothing was judged: no span was read')
})
