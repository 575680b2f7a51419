import { expect, test } from 'vitest'
import type { LocatedFinding } from '../../src/cli/judge/file-judge.ts'
import { fails, reportOf, type Selection } from '../../src/cli/report.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { findingOf } from '../support/finding.ts'

const NOW_MS = Date.UTC(2026, 4, 31)
const located = (fields: Partial<Finding>): LocatedFinding => ({
  finding: findingOf(fields),
  source: 'a.jsonl',
  where: { line: 1 },
})

const INFO = located({ id: 'info', rule: 'tool-overload', severity: 'info' })
const WARNING = located({ id: 'warning', rule: 'stale-answer' })
const CRITICAL = located({ id: 'critical', rule: 'retry-storm', severity: 'critical' })
const judgement = { traces: 1, spans: 3, findings: [INFO, WARNING, CRITICAL] }
const ALL: Selection = { mutes: [], baseline: undefined, leastSeverity: 'info', nowMs: NOW_MS }
const MUTE = { rule: 'retry-storm', reason: 'known', until: '2026-05-31' }

test('without a selection everything is shown', () => {
  expect(reportOf(judgement, ALL)).toEqual({
    traces: 1,
    spans: 3,
    shown: [INFO, WARNING, CRITICAL],
    hidden: [],
    muted: [],
    known: undefined,
  })
})

test('a finding is left out for one reason: muted, else known, else too mild', () => {
  const report = reportOf(judgement, {
    mutes: [MUTE],
    baseline: { knows: ({ rule }) => rule !== 'tool-overload' },
    leastSeverity: 'critical',
    nowMs: NOW_MS,
  })
  expect(report).toMatchObject({
    shown: [],
    hidden: [INFO],
    muted: [{ located: CRITICAL, mute: MUTE }],
    known: [WARNING],
  })
})

test('what is too mild to be printed counts for the exit code; muted and known findings do not', () => {
  expect(fails(reportOf(judgement, { ...ALL, leastSeverity: 'critical' }), 'info')).toBe(true)
  expect(fails(reportOf(judgement, ALL), 'critical')).toBe(true)
  expect(fails(reportOf(judgement, { ...ALL, mutes: [MUTE] }), 'critical')).toBe(false)
  expect(fails(reportOf(judgement, { ...ALL, baseline: { knows: () => true } }), 'info')).toBe(false)
  expect(fails(reportOf(judgement, ALL), 'never')).toBe(false)
})
