import { LABEL, SERIES } from '../series.ts'
import type { AlertCase } from './alert-case.ts'

interface SeriesOfFindings {
  readonly rule: string
  readonly severity: string
  readonly instance?: string
}

const CALL = { [LABEL.originService]: 'orders-agent', [LABEL.tool]: 'get_invoice' }

function findings({ rule, severity, instance = 'tail-0' }: SeriesOfFindings): string {
  const labels = { ...CALL, [LABEL.rule]: rule, [LABEL.severity]: severity, instance, job: 'toolspan-tail' }
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return `${SERIES.findings}{${pairs.join(',')}}`
}

const firing = (rule: string) => [{ ...CALL, [LABEL.rule]: rule }]
const BORN_AT_5 = '_x5 1x40'
const RESET = { rule: 'budget-reset', severity: 'critical' }

/** The first finding of a series that nobody has seen before: fires once, and resolves after ten minutes. */
function bornCase(alert: string, rule: string, severity = 'critical'): AlertCase {
  return {
    name: `fires on the first ${rule} of a fresh stack and resolves when ten minutes are over`,
    alert,
    series: { [findings({ rule, severity })]: BORN_AT_5 },
    quietAt: [4, 5, 16, 30],
    firesAt: [6, 10, 14],
    firing: firing(rule),
  }
}

/** What the alerts on findings have to do. */
export const FINDING_CASES: readonly AlertCase[] = [
  bornCase('ToolBudgetReset', 'budget-reset'),
  {
    name: 'one more of a known series fires as the first did',
    alert: 'ToolBudgetReset',
    series: { [findings(RESET)]: '3x20 4x40' },
    quietAt: [15, 20, 21, 32],
    // Not 30: since Prometheus 3 the sample from which it grew, exactly ten minutes ago, is outside of the range.
    firesAt: [22, 25, 29],
    firing: firing('budget-reset'),
  },
  {
    name: 'several tails and several findings of one call are one alert',
    alert: 'ToolBudgetReset',
    series: {
      [findings({ ...RESET, instance: 'tail-0' })]: '_x5 1x3 2x40',
      [findings({ ...RESET, instance: 'tail-1' })]: '_x7 1x40',
    },
    quietAt: [5],
    firesAt: [7, 12],
    firing: firing('budget-reset'),
  },
  {
    name: 'a judge that restarted counts from one again, and that one counts',
    alert: 'ToolBudgetReset',
    series: { [findings(RESET)]: '5x20 1x40' },
    quietAt: [15, 20, 34],
    firesAt: [23, 28],
    firing: firing('budget-reset'),
  },
  {
    name: 'a series that was away for some minutes and comes back as it was is no news',
    alert: 'ToolBudgetReset',
    series: { [findings(RESET)]: '5x20 _x3 5x40' },
    quietAt: [22, 25, 28, 40],
    firesAt: [],
  },
  {
    name: 'a series that a failed scrape ended and that comes back as it was is no news, nor ten minutes later',
    alert: 'ToolBudgetReset',
    series: { [findings(RESET)]: '5x20 stale 5x40' },
    quietAt: [22, 25, 30, 31, 32, 33, 35, 40],
    firesAt: [],
  },
  {
    name: 'a series that was away for longer than a look back and comes back as it was is no news',
    alert: 'ToolBudgetReset',
    series: { [findings(RESET)]: '5x20 stale _x7 5x40' },
    quietAt: [22, 29, 30, 32, 38, 40, 42],
    firesAt: [],
  },
  {
    name: 'a reset that recovered, or that a storm already says, pages nobody',
    alert: 'ToolBudgetReset',
    series: {
      [findings({ rule: 'budget-reset', severity: 'warning' })]: BORN_AT_5,
      [findings({ rule: 'budget-reset', severity: 'info' })]: BORN_AT_5,
    },
    quietAt: [6, 10],
    firesAt: [],
  },
  {
    name: 'a finding that names no tool pages as well',
    alert: 'ToolBudgetReset',
    series: {
      [`${SERIES.findings}{${LABEL.originService}="orders-agent",${LABEL.rule}="budget-reset",${LABEL.severity}="critical"}`]:
        BORN_AT_5,
    },
    quietAt: [5],
    firesAt: [6],
    firing: [{ [LABEL.originService]: 'orders-agent', [LABEL.rule]: 'budget-reset' }],
  },
  bornCase('ToolRetryStorm', 'retry-storm'),
  {
    name: 'a storm that recovered pages nobody',
    alert: 'ToolRetryStorm',
    series: { [findings({ rule: 'retry-storm', severity: 'warning' })]: BORN_AT_5 },
    quietAt: [6, 10],
    firesAt: [],
  },
  ...['unsafe-retry', 'repeated-write'].map((rule) => ({
    ...bornCase('ToolUnsafeRepeat', rule),
    name: `pages at once on the first ${rule}`,
    quietAt: [4, 16],
    firesAt: [5, 14],
  })),
  {
    name: 'a repeat that is only a hint pages nobody',
    alert: 'ToolUnsafeRepeat',
    series: { [findings({ rule: 'unsafe-retry', severity: 'info' })]: BORN_AT_5 },
    quietAt: [5, 10],
    firesAt: [],
  },
  bornCase('ToolFindingCritical', 'a-rule-of-next-year'),
  {
    name: 'what has an alert of its own pages once',
    alert: 'ToolFindingCritical',
    series: {
      [findings(RESET)]: BORN_AT_5,
      [findings({ rule: 'retry-storm', severity: 'critical' })]: BORN_AT_5,
      [findings({ rule: 'unsafe-retry', severity: 'critical' })]: BORN_AT_5,
      [findings({ rule: 'repeated-write', severity: 'critical' })]: BORN_AT_5,
    },
    quietAt: [6, 10],
    firesAt: [],
  },
  bornCase('ToolActedOnEmpty', 'acted-on-empty', 'warning'),
  bornCase('ToolStaleAnswers', 'stale-answer', 'warning'),
]
