import { board } from '../board.ts'
import { jaegerAddressVariable, OF_SERVICE, OF_TOOL, serviceVariable, toolVariable } from '../datasources.ts'
import { bigNumber, chart, countTable, inGrafana, linkTo } from '../panels.ts'
import { eventsInRange, quantileBy, rateBy, select, share } from '../promql.ts'
import { LABEL, SERIES } from '../series.ts'

const results = (...matchers: readonly string[]) =>
  select(SERIES.toolResults, OF_SERVICE, OF_TOOL, ...matchers)
const buckets = select(SERIES.spanDurationBuckets, OF_SERVICE, `${LABEL.tool}!=""`, OF_TOOL)
const DID_NOT_END_WELL = `${LABEL.status}=~"failed|indeterminate"`
const toFindings = linkTo(
  'Findings of this tool',
  `/d/toolspan-retries?var-tool=${inGrafana(`__field.labels.${LABEL.tool}`)}&${inGrafana('__url_time_range')}`,
)

/** How much is called, how it ends, how long it takes. */
export const toolCallsBoard = () =>
  board({
    name: 'tool-calls',
    title: 'Toolspan: Tool calls',
    description:
      'How much is called, how calls end, how long they take, and what their answers say about themselves.',
    variables: [serviceVariable(), toolVariable(), jaegerAddressVariable()],
    rows: [
      {
        title: 'Now',
        panels: [
          bigNumber({
            title: 'Calls per second',
            description:
              'Tool calls, counted once each at their consumer, before any sampling. Is it 0 while agents run: check that they export metrics, and the dashboard Tail health.',
            unit: 'reqps',
            expr: `sum(rate(${results()}[$__rate_interval]))`,
          }),
          bigNumber({
            title: 'Share that failed',
            description:
              'Calls that failed or whose outcome is unknown. Over 5 %: see Failures by category, then open the slowest or the failing tool in Jaeger.',
            unit: 'percentunit',
            limit: 0.05,
            expr: share(
              `sum(rate(${results(DID_NOT_END_WELL)}[$__rate_interval]))`,
              `sum(rate(${results()}[$__rate_interval]))`,
            ),
          }),
          bigNumber({
            title: 'Share that found none',
            description:
              'Calls that came back empty. Does it jump: see the dashboard Answers, whether the empties say what they searched.',
            unit: 'percentunit',
            expr: share(
              `sum(rate(${results(`${LABEL.status}="found_none"`)}[$__rate_interval]))`,
              `sum(rate(${results()}[$__rate_interval]))`,
            ),
          }),
          bigNumber({
            title: 'Findings in this time',
            description:
              'What the judge found, of every rule. Are there any: the table of findings on the dashboard Retries and budgets says which, One run shows the traces.',
            unit: 'short',
            limit: 1,
            expr: `sum(${eventsInRange([LABEL.rule], select(SERIES.findings, `${LABEL.originService}=~"$service"`, OF_TOOL))})`,
          }),
        ],
      },
      {
        title: 'Rate and states',
        panels: [
          chart({
            title: 'Calls by tool',
            description:
              'Which tools agents call. A tool that suddenly leads is often a loop: look for no-progress-loop among the findings.',
            unit: 'reqps',
            queries: [{ expr: rateBy([LABEL.tool], results()), legend: `{{${LABEL.tool}}}` }],
            links: [toFindings],
          }),
          chart({
            title: 'Calls by how they ended',
            description:
              'found, found_none and completed are good ends. indeterminate means that a write may or may not have happened: look each of them up. unknown means that nothing stated it: describe the tool.',
            unit: 'reqps',
            stacked: true,
            queries: [{ expr: rateBy([LABEL.status], results()), legend: `{{${LABEL.status}}}` }],
          }),
          chart({
            title: 'Failures by category',
            description:
              'transient may pass with a retry; validation needs other input, permission needs access, business needs an explanation. Much of the last three is no job for retries. Without a category: let the tool name one.',
            unit: 'reqps',
            stacked: true,
            queries: [
              { expr: rateBy([LABEL.category], results(DID_NOT_END_WELL)), legend: `{{${LABEL.category}}}` },
            ],
          }),
          countTable({
            title: 'Failures by tool',
            description:
              'Where to begin: the tool with the most failures in the time shown. Open its traces in Jaeger by tool and error=true.',
            expr: eventsInRange([LABEL.tool, LABEL.category], results(DID_NOT_END_WELL)),
            columns: { [LABEL.tool]: 'Tool', [LABEL.category]: 'Category' },
            number: 'Failures',
          }),
        ],
      },
      {
        title: 'Duration',
        panels: [
          chart({
            title: 'Duration by tool, 95th percentile',
            description:
              'From spans, before any sampling of the Collector. The diamonds are single calls: click one to open its trace. Does one tool get slow: compare with the timers on its span.',
            unit: 's',
            queries: [
              { expr: quantileBy(0.95, [LABEL.tool], buckets), legend: `{{${LABEL.tool}}}`, exemplars: true },
            ],
          }),
          chart({
            title: 'Duration by tool, median',
            description:
              'What a usual call takes. Median and 95th percentile far apart: few calls hang, look for unbounded-call among the findings.',
            unit: 's',
            queries: [
              { expr: quantileBy(0.5, [LABEL.tool], buckets), legend: `{{${LABEL.tool}}}`, exemplars: true },
            ],
          }),
        ],
      },
      {
        title: 'What answers say about themselves',
        panels: [
          chart({
            title: 'Answers by coverage',
            description:
              'complete: everything was searched. unknown: an agent cannot tell none from not looked. Let tools with much of it state their sources.',
            unit: 'reqps',
            stacked: true,
            queries: [{ expr: rateBy([LABEL.coverage], results()), legend: `{{${LABEL.coverage}}}` }],
          }),
          chart({
            title: 'Answers by freshness',
            description:
              'stale: older than its tool may answer with. Look for the replica or index behind it; the dashboard Answers says which tool.',
            unit: 'reqps',
            stacked: true,
            queries: [{ expr: rateBy([LABEL.freshness], results()), legend: `{{${LABEL.freshness}}}` }],
          }),
        ],
      },
    ],
  })
