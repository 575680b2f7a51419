import { board } from '../board.ts'
import { jaegerAddressVariable } from '../datasources.ts'
import { COLLECTOR, JOB, UP } from '../foreign-series.ts'
import { bigNumber, chart } from '../panels.ts'
import { eventsInRange, eventsOverTime, rateBy, select } from '../promql.ts'
import { LABEL, SERIES, TAIL } from '../series.ts'
import { otherTailMetrics } from './other-tail-metrics.ts'

const PER_SECOND = 'cps'

function fullness(held: string, capacity: string): string {
  return `max by (instance) (${held} / ${capacity})`
}

/** Whether what watches is well. */
export const tailHealthBoard = () =>
  board({
    name: 'tail-health',
    title: 'Toolspan: Tail health',
    description:
      'Whether what watches is well: the tail service, the Collector, and Toolspan inside the services. Is it not, silence elsewhere means nothing.',
    variables: [jaegerAddressVariable()],
    rows: [
      {
        title: 'Now',
        panels: [
          bigNumber({
            title: 'Tails that answer',
            runbook: 'ToolspanTailDown',
            description:
              'How many tail services Prometheus reaches. Fewer than you run: follow the runbook ToolspanTailDown.',
            unit: 'short',
            expr: `sum(${select(UP, `job="${JOB.tail}"`)})`,
          }),
          bigNumber({
            title: 'Collectors that hand on metrics',
            runbook: 'ToolspanMetricsMissing',
            description:
              'Is it 0: no alert on findings or calls can fire. Follow the runbook ToolspanMetricsMissing.',
            unit: 'short',
            expr: `sum(${select(UP, `job="${JOB.collectorMetrics}"`)})`,
          }),
          bigNumber({
            title: 'Errors of Toolspan itself',
            runbook: 'ToolspanSelfErrors',
            description:
              'Swallowed inside services in the time shown. Any of it: follow the runbook ToolspanSelfErrors.',
            unit: 'short',
            limit: 1,
            expr: `sum(${eventsInRange([LABEL.site], SERIES.selfErrors)})`,
          }),
          bigNumber({
            title: 'Spans given up',
            runbook: 'ToolspanSpansDropped',
            description:
              'Spans that the Collector could not send. Any of it: follow the runbook ToolspanSpansDropped.',
            unit: 'short',
            limit: 1,
            expr: `sum(${eventsInRange(['exporter'], COLLECTOR.sendFailed)})`,
          }),
        ],
      },
      {
        title: 'The tail',
        panels: [
          chart({
            title: 'What became of spans',
            runbook: 'ToolspanTailRefuses',
            description:
              'recorded: a rule may need it. irrelevant and duplicate are normal. refused: the Collector keeps it and sends it again, see the reason; store_full wants more room or another tail.',
            unit: PER_SECOND,
            stacked: true,
            queries: [
              {
                expr: rateBy([LABEL.tailOutcome, LABEL.tailReason], TAIL.spansSettled),
                legend: `{{${LABEL.tailOutcome}}} {{${LABEL.tailReason}}}`,
              },
            ],
          }),
          chart({
            title: 'How full the tail is',
            runbook: 'ToolspanTailFull',
            description:
              'Spans and bytes of facts, and reports that wait to leave. Above the line the alert ToolspanTailFull fires: raise the limits in toolspan.yaml, or add a tail.',
            unit: 'percentunit',
            limit: 0.9,
            queries: [
              { expr: fullness(TAIL.spansHeld, TAIL.spansCapacity), legend: 'spans {{instance}}' },
              { expr: fullness(TAIL.factsSize, TAIL.factsCapacity), legend: 'bytes {{instance}}' },
              { expr: fullness(TAIL.outboxHeld, TAIL.outboxCapacity), legend: 'reports {{instance}}' },
            ],
          }),
          chart({
            title: 'How far judging is behind',
            runbook: 'ToolspanTailSlow',
            description:
              'The run that waits for the longest time, and the longest stop of the event loop. Findings should be seconds old: above the line add a tail.',
            unit: 's',
            limit: 30,
            queries: [
              { expr: `max by (instance) (${TAIL.judgingDelay})`, legend: 'waits {{instance}}' },
              { expr: `max by (instance) (${TAIL.loopDelay})`, legend: 'stood still {{instance}}' },
            ],
          }),
          chart({
            title: 'Runs that were let go',
            description:
              'ended and idle are normal. store_full and run_full mean that a run was judged with gaps: raise the limits, or add a tail.',
            unit: PER_SECOND,
            stacked: true,
            queries: [
              { expr: rateBy([LABEL.tailReason], TAIL.runsReleased), legend: `{{${LABEL.tailReason}}}` },
            ],
          }),
          chart({
            title: 'Reports about findings, sent and lost',
            runbook: 'ToolspanFindingsLost',
            description:
              'A report that is lost may be a page that nobody got: follow the runbook ToolspanFindingsLost. Reports that wait are on the chart of how full the tail is.',
            unit: PER_SECOND,
            queries: [
              { expr: rateBy(['instance'], TAIL.findingsSent), legend: 'sent {{instance}}' },
              { expr: rateBy([LABEL.tailReason], TAIL.findingsLost), legend: `lost {{${LABEL.tailReason}}}` },
            ],
          }),
          chart({
            title: 'Runs and spans that are held',
            description:
              'What the tail remembers at this moment. Does it only grow: runs do not end, look for roots that are never sent.',
            unit: 'short',
            queries: [
              { expr: `sum by (instance) (${TAIL.runsHeld})`, legend: 'runs {{instance}}' },
              { expr: `sum by (instance) (${TAIL.spansHeld})`, legend: 'spans {{instance}}' },
            ],
          }),
          chart({
            title: 'Journal on disk',
            description:
              'It shrinks as runs end. Does it come near the size of its volume: give it more room before it is full.',
            unit: 'bytes',
            queries: [{ expr: `sum by (instance) (${TAIL.journalSize})`, legend: '{{instance}}' }],
          }),
          chart({
            title: 'Requests and spans that arrive',
            description:
              'Answers by status, and spans. 429 and 503 make senders wait, which is well for a while; 400 is a sender that writes what nobody can read.',
            unit: PER_SECOND,
            queries: [
              { expr: rateBy([LABEL.tailStatus], TAIL.requests), legend: `status {{${LABEL.tailStatus}}}` },
              { expr: rateBy(['instance'], TAIL.spansReceived), legend: 'spans {{instance}}' },
            ],
          }),
          ...otherTailMetrics(),
        ],
      },
      {
        title: 'The Collector',
        panels: [
          chart({
            title: 'Spans in, taken and refused',
            description:
              'What arrives. Refused spans mean that the memory limiter holds senders back: give the Collector more memory or replicas.',
            unit: PER_SECOND,
            queries: [
              { expr: rateBy(['receiver'], COLLECTOR.acceptedSpans), legend: 'taken {{receiver}}' },
              { expr: rateBy(['receiver'], COLLECTOR.refusedSpans), legend: 'refused {{receiver}}' },
            ],
          }),
          chart({
            title: 'Queues of the Collector',
            runbook: 'ToolspanQueueFilling',
            description:
              'How full each queue is. Above the line the alert ToolspanQueueFilling fires: the destination is down or too slow.',
            unit: 'percentunit',
            limit: 0.8,
            queries: [
              {
                expr: `max by (exporter) (${COLLECTOR.queueSize} / ${COLLECTOR.queueCapacity})`,
                legend: '{{exporter}}',
              },
            ],
          }),
          chart({
            title: 'Traces kept and not kept by sampling',
            description:
              'Every trace with a tool span or a finding is kept, a share of the rest. Does nothing arrive here: the sampling tier is down.',
            unit: PER_SECOND,
            stacked: true,
            queries: [{ expr: rateBy(['decision'], COLLECTOR.sampled), legend: '{{decision}}' }],
          }),
          chart({
            title: 'Traces let go before their decision',
            description:
              'The sampling Collector holds too few traces for the traffic: raise num_traces, or add replicas.',
            unit: 'short',
            queries: [
              { expr: eventsOverTime(['instance'], COLLECTOR.droppedTooEarly), legend: '{{instance}}' },
            ],
          }),
        ],
      },
      {
        title: 'Inside the services',
        panels: [
          chart({
            title: 'Errors that Toolspan swallowed',
            description:
              'By service and place. classify and hook run code of yours, such as shapes and describe; the diagnostic log has the message.',
            unit: 'short',
            queries: [
              {
                expr: eventsOverTime([LABEL.service, LABEL.site], SERIES.selfErrors),
                legend: `{{${LABEL.service}}} {{${LABEL.site}}}`,
              },
            ],
          }),
          chart({
            title: 'Facts left out by services',
            runbook: 'ToolspanFactsDropped',
            description:
              'run_full, store_full and runs_full mean that a processor is full: raise its limits, or use the tail service. The other reasons are normal.',
            unit: 'short',
            queries: [
              {
                expr: eventsOverTime([LABEL.service, LABEL.reason], SERIES.factsDropped),
                legend: `{{${LABEL.service}}} {{${LABEL.reason}}}`,
              },
            ],
          }),
          chart({
            title: 'Budgets from elsewhere that were not believed',
            description:
              'A ledger of another process was ignored, by reason. untrusted is a setting of yours; anything else is a peer that writes it wrongly.',
            unit: 'short',
            queries: [
              {
                expr: eventsOverTime([LABEL.service, LABEL.reason], SERIES.ledgersIgnored),
                legend: `{{${LABEL.service}}} {{${LABEL.reason}}}`,
              },
            ],
          }),
        ],
      },
    ],
  })
