import { board } from '../board.ts'
import {
  FROM_SERVICE,
  jaegerAddressVariable,
  OF_SERVICE,
  OF_TOOL,
  serviceVariable,
  toolVariable,
} from '../datasources.ts'
import { bigNumber, chart, countTable, inGrafana, linkTo } from '../panels.ts'
import { eventsInRange, eventsOverTime, quantileOfEvents, rateBy, select, share } from '../promql.ts'
import { IS_ATTEMPT, IS_FIRST_TRY, IS_RETRY, LABEL, SERIES } from '../series.ts'

const findings = (...matchers: readonly string[]) =>
  select(SERIES.findings, FROM_SERVICE, OF_TOOL, ...matchers)
const tries = (...matchers: readonly string[]) => select(SERIES.spanCalls, OF_SERVICE, ...matchers)
const ofRule = (rule: string) => findings(`${LABEL.rule}="${rule}"`)
const BY_CALL = [LABEL.originService, LABEL.tool]
const CALL = `{{${LABEL.tool}}} of {{${LABEL.originService}}}`
const toRun = linkTo(
  'Traces of this rule',
  `/d/toolspan-one-run?var-rule=${inGrafana('__data.fields.Rule')}&${inGrafana('__url_time_range')}`,
)

/** How often is tried, by whom, and what the judge says about it. */
export const retriesBoard = () =>
  board({
    name: 'retries',
    title: 'Toolspan: Retries and budgets',
    description:
      'How often is tried, by which layer and owner, how far it multiplies, and which budgets were started over.',
    variables: [serviceVariable(), toolVariable(), jaegerAddressVariable()],
    rows: [
      {
        title: 'Now',
        panels: [
          bigNumber({
            title: 'Tries per first try',
            description:
              '1 means that nothing is tried again. Over 1.1 retries are part of the normal load: find the dependency in the charts below.',
            unit: 'short',
            limit: 1.1,
            expr: share(
              `sum(rate(${tries(IS_ATTEMPT)}[$__rate_interval]))`,
              `sum(rate(${tries(IS_FIRST_TRY)}[$__rate_interval]))`,
            ),
          }),
          bigNumber({
            title: 'Budgets started over',
            runbook: 'ToolBudgetReset',
            description:
              'Findings of budget-reset in the time shown. Any of it: follow the runbook ToolBudgetReset.',
            unit: 'short',
            limit: 1,
            expr: `sum(${eventsInRange([LABEL.rule], ofRule('budget-reset'))})`,
          }),
          bigNumber({
            title: 'Retry storms',
            runbook: 'ToolRetryStorm',
            description:
              'Nested layers that each retried. Any of it: follow the runbook ToolRetryStorm, and let one owner retry.',
            unit: 'short',
            limit: 1,
            expr: `sum(${eventsInRange([LABEL.rule], ofRule('retry-storm'))})`,
          }),
          bigNumber({
            title: 'Unsafe repeats',
            runbook: 'ToolUnsafeRepeat',
            description:
              'Writes that were made again although they may have taken effect. Any of it: follow the runbook ToolUnsafeRepeat, today.',
            unit: 'short',
            limit: 1,
            expr: `sum(${eventsInRange([LABEL.rule], findings(`${LABEL.rule}=~"unsafe-retry|repeated-write"`))})`,
          }),
        ],
      },
      {
        title: 'Tries by layer and owner',
        panels: [
          chart({
            title: 'Tries per call',
            description:
              'All tries by first tries, by layer and owner. Two layers above 1 at the same time multiply: switch off all but one.',
            unit: 'short',
            queries: [
              {
                expr: share(
                  rateBy([LABEL.layer, LABEL.owner], tries(IS_ATTEMPT)),
                  rateBy([LABEL.layer, LABEL.owner], tries(IS_FIRST_TRY)),
                ),
                legend: `{{${LABEL.layer}}} {{${LABEL.owner}}}`,
              },
            ],
          }),
          chart({
            title: 'Share of retries by layer',
            runbook: 'ToolRetryShareHigh',
            description:
              'Above the line the alert ToolRetryShareHigh fires: repair the dependency, or lower the tries of the owner while it lasts.',
            unit: 'percentunit',
            limit: 0.1,
            queries: [
              {
                expr: share(
                  rateBy([LABEL.service, LABEL.layer], tries(IS_RETRY)),
                  rateBy([LABEL.service, LABEL.layer], tries(IS_ATTEMPT)),
                ),
                legend: `{{${LABEL.service}}} {{${LABEL.layer}}}`,
              },
            ],
          }),
          chart({
            title: 'Attempts by how they ended',
            description:
              'Attempts of recover(), as the process itself counts them. Much failed in one layer: its dependency is in trouble.',
            unit: 'reqps',
            stacked: true,
            queries: [
              {
                expr: rateBy([LABEL.layer, LABEL.status], select(SERIES.attempts, OF_SERVICE)),
                legend: `{{${LABEL.layer}}} {{${LABEL.status}}}`,
              },
            ],
          }),
          chart({
            title: 'Budgets that ran out',
            description:
              'Why: attempts, deadline, what an outer owner had left, throttled, cancelled. Much of deadline: the tries are longer than the time for all of them.',
            unit: 'reqps',
            stacked: true,
            queries: [
              {
                expr: rateBy([LABEL.exhaustedBy, LABEL.owner], tries(`${LABEL.exhaustedBy}!=""`)),
                legend: `{{${LABEL.exhaustedBy}}} {{${LABEL.owner}}}`,
              },
            ],
          }),
        ],
      },
      {
        title: 'What multiplies',
        panels: [
          chart({
            title: 'Amplification of storms, 95th percentile',
            description:
              'Tries by the most that one layer made. 9 means that each call hit the dependency nine times. Let one owner retry.',
            unit: 'short',
            limit: 3,
            queries: [
              {
                expr: quantileOfEvents(
                  0.95,
                  BY_CALL,
                  select(SERIES.amplificationBuckets, FROM_SERVICE, OF_TOOL),
                ),
                legend: CALL,
              },
            ],
          }),
          chart({
            title: 'Budget resets and storms',
            runbook: 'ToolBudgetReset',
            description:
              'When they happened, by call. Does it go on: stop the run, then follow the runbook of the alert.',
            unit: 'short',
            stacked: true,
            queries: [
              { expr: eventsOverTime(BY_CALL, ofRule('budget-reset')), legend: `reset: ${CALL}` },
              { expr: eventsOverTime(BY_CALL, ofRule('retry-storm')), legend: `storm: ${CALL}` },
            ],
          }),
        ],
      },
      {
        title: 'Findings of every rule',
        panels: [
          chart({
            title: 'Findings by rule',
            description:
              'Every rule that fired, newer ones too. What a rule means and what to change: toolspan explain RULE.',
            unit: 'short',
            stacked: true,
            queries: [{ expr: eventsOverTime([LABEL.rule], findings()), legend: `{{${LABEL.rule}}}` }],
          }),
          countTable({
            title: 'Findings by rule and call',
            description:
              'Begin at the top, critical first. A click on the number opens the traces of the rule.',
            expr: eventsInRange([LABEL.rule, LABEL.severity, LABEL.originService, LABEL.tool], findings()),
            columns: {
              [LABEL.rule]: 'Rule',
              [LABEL.severity]: 'Severity',
              [LABEL.originService]: 'Service',
              [LABEL.tool]: 'Tool',
            },
            number: 'Findings',
            links: [toRun],
          }),
        ],
      },
    ],
  })
