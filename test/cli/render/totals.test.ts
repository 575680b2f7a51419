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
