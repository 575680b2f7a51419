import { COLLECTOR, JOB, UP } from '../foreign-series.ts'
import { news, select } from '../promql.ts'
import { LABEL, SERIES } from '../series.ts'
import { type Alert, label } from './alert.ts'

const BY_EXPORTER = ['exporter']
/** Why the processor left facts out because it was full; the other reasons are part of normal work. */
const FULL = ['run_full', 'store_full', 'runs_full']

/** Alerts on what watches: without them silence would look like health. */
export const OWN_ALERTS: readonly Alert[] = [
  {
    name: 'ToolspanTailDown',
    severity: 'warning',
    holdsFor: '5m',
    expr: `${select(UP, `job="${JOB.tail}"`)} == 0`,
    summary: 'The tail service does not answer. Nobody judges runs.',
    description: 'The tail service at {{ $labels.instance }} does not answer.',
    means:
      'No findings, so no page about resets and storms. Spans are not touched by it: they take the other branch.',
    lookAt: [
      '`docker-compose ps`, `docker-compose logs tail`; in Kubernetes the pod of the tail.',
      'The dashboard *Tail health*.',
    ],
    todo: [
      'Start it: `docker-compose up -d tail`. What it had acknowledged is in its journal, and what the Collector still holds is sent again.',
      'Does it start and stop: `docker-compose run --rm tail --check-config`, and the room on the volume of its journal.',
    ],
  },
  {
    name: 'ToolspanMetricsMissing',
    severity: 'warning',
    holdsFor: '10m',
    expr: `absent(${select(UP, `job="${JOB.collectorMetrics}"`)} == 1)`,
    summary: 'Prometheus gets no metrics from the Collector. No alert on findings or calls can fire.',
    description: 'No Collector has handed metrics on for ten minutes.',
    means:
      'The Collector is down, or the address in prometheus.yml is wrong. Spans are lost as well unless the senders hold them.',
    lookAt: ['The page *Targets* of Prometheus.', '`docker-compose logs collector`.'],
    todo: [
      'Start it: `docker-compose up -d collector`.',
      'Does it not stay up: `docker-compose run --rm collector validate --config=/etc/otelcol/single.yaml` says what is wrong with its configuration.',
    ],
  },
  {
    name: 'ToolspanSpansDropped',
    severity: 'warning',
    holdsFor: '1m',
    expr: `${news(BY_EXPORTER, COLLECTOR.sendFailed)} or ${news(BY_EXPORTER, COLLECTOR.enqueueFailed)}`,
    summary: 'The Collector has given spans up.',
    description: 'The exporter {{ $labels.exporter }} of the Collector could not send or hold spans.',
    means:
      'Spans are missing at that destination. At the tail findings then say `complete: false`; at the store traces have gaps.',
    lookAt: [
      'The dashboard *Tail health*, panel *Queues of the Collector*.',
      'The destination: does it answer, is it too slow?',
    ],
    todo: [
      'Bring the destination back.',
      'Give the queue more room (`sending_queue.queue_size`), or the destination more replicas.',
    ],
  },
  {
    name: 'ToolspanQueueFilling',
    severity: 'warning',
    holdsFor: '10m',
    expr: `max by (exporter) (${COLLECTOR.queueSize} / ${COLLECTOR.queueCapacity}) > 0.8`,
    summary: 'A queue of the Collector is nearly full.',
    description: 'The queue of the exporter {{ $labels.exporter }} has been over 80 % full for ten minutes.',
    means: 'The destination is slower than what comes in. Spans will be given up when the queue is full.',
    lookAt: ['The dashboard *Tail health*, panel *Queues of the Collector*.'],
    todo: ['Bring the destination back, or give it more replicas: see docs/production.md.'],
  },
  {
    name: 'ToolspanSelfErrors',
    severity: 'warning',
    holdsFor: '1m',
    expr: news([LABEL.service, LABEL.site], SERIES.selfErrors),
    summary: 'Toolspan itself failed inside a service, and kept it to itself.',
    description: `Toolspan swallowed an error of its own in ${label(LABEL.service)}, at ${label(LABEL.site)}.`,
    means:
      'A defect of Toolspan, or an option of yours that throws. The host is not affected; spans may lack attributes, or findings be missing.',
    lookAt: [
      'The diagnostic log of OpenTelemetry in that process (`OTEL_LOG_LEVEL=debug`).',
      'The site: `classify` and `hook` run code of yours, such as shapes and `describe`.',
    ],
    todo: ['Repair what throws, or report it with the message of the log.'],
  },
  {
    name: 'ToolspanFactsDropped',
    severity: 'warning',
    holdsFor: '1m',
    expr: news(
      [LABEL.service, LABEL.reason],
      select(SERIES.factsDropped, `${LABEL.reason}=~"${FULL.join('|')}"`),
    ),
    summary: 'The processor in a service is full. Runs are judged with gaps.',
    description: `Facts were left out in ${label(LABEL.service)}: ${label(LABEL.reason)}.`,
    means: 'More spans than the limits allow. Findings of those runs say `complete: false`.',
    lookAt: ['The dashboard *Tail health*, panel *Facts left out by services*.'],
    todo: [
      'Raise `maxSpans` or `maxSpansPerRun` of the processor, or move to the tail service: see docs/production.md.',
    ],
  },
]
