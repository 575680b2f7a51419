import { board } from '../board.ts'
import { jaegerAddressVariable } from '../datasources.ts'
import { COLLECTOR, JOB, UP } from '../foreign-series.ts'
import { bigNumber, chart } from '../panels.ts'
import { eventsInRange, eventsOverTime, rateBy, select } from '../promql.ts'
import { LABEL, SERIES } from '../series.ts'

const PER_SECOND = 'cps'

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
            description:
              'How many tail services Prometheus reaches. Fewer than you run: follow the runbook ToolspanTailDown.',
            unit: 'short',
            expr: `sum(${select(UP, `job="${JOB.tail}"`)})`,
          }),
          bigNumber({
            title: 'Collectors that hand on metrics',
            description: 'Is it 0: no alert can fire. Follow the runbook ToolspanMetricsMissing.',
            unit: 'short',
            expr: `sum(${select(UP, `job="${JOB.collectorMetrics}"`)})`,
          }),
          bigNumber({
            title: 'Errors of Toolspan itself',
            description:
              'Swallowed inside services in the time shown. Any of it: follow the runbook ToolspanSelfErrors.',
            unit: 'short',
            limit: 1,
            expr: `sum(${eventsInRange([LABEL.site], SERIES.selfErrors)})`,
          }),
          bigNumber({
            title: 'Spans given up',
            description:
              'Spans that the Collector could not send. Any of it: follow the runbook ToolspanSpansDropped.',
            unit: 'short',
            limit: 1,
            expr: `sum(${eventsInRange(['exporter'], COLLECTOR.sendFailed)})`,
          }),
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
