import { COLLECTOR, JOB, UP } from '../foreign-series.ts'
import { LABEL, SERIES } from '../series.ts'
import type { AlertCase } from './alert-case.ts'

const TAIL = { job: JOB.tail, instance: 'tail:9464' }
const SELF_ERRORS = { [LABEL.service]: 'orders-agent', [LABEL.site]: 'classify' }
const factsDropped = (reason: string) =>
  `${SERIES.factsDropped}{${LABEL.service}="orders-agent",${LABEL.reason}="${reason}"}`

/** What the alerts on the watchers themselves have to do. */
export const OWN_CASES: readonly AlertCase[] = [
  {
    name: 'fires when the tail has not answered for five minutes, and resolves when it is back',
    alert: 'ToolspanTailDown',
    series: { [`${UP}{job="${TAIL.job}",instance="${TAIL.instance}"}`]: '1x5 0x10 1x20' },
    quietAt: [5, 10, 18],
    firesAt: [12, 15],
    firing: [TAIL],
  },
  {
    name: 'fires when nothing has come for ten minutes',
    alert: 'ToolspanMetricsMissing',
    series: { [`${UP}{job="other",instance="a"}`]: '1x40' },
    quietAt: [5, 9],
    firesAt: [11, 30],
  },
  {
    name: 'is quiet while one of several Collectors answers',
    alert: 'ToolspanMetricsMissing',
    series: {
      [`${UP}{job="${JOB.collectorMetrics}",instance="a"}`]: '0x40',
      [`${UP}{job="${JOB.collectorMetrics}",instance="b"}`]: '1x40',
    },
    quietAt: [15, 30],
    firesAt: [],
  },
  ...[COLLECTOR.sendFailed, COLLECTOR.enqueueFailed].map((series) => ({
    name: `fires on the first spans given up (${series})`,
    alert: 'ToolspanSpansDropped',
    series: { [`${series}{exporter="otlp_grpc/tail"}`]: '0x5 512x40' },
    quietAt: [5, 6, 18],
    firesAt: [8, 14],
    firing: [{ exporter: 'otlp_grpc/tail' }],
  })),
  {
    name: 'fires when the fuller of two queues has been over 80 % for ten minutes',
    alert: 'ToolspanQueueFilling',
    series: {
      [`${COLLECTOR.queueSize}{exporter="otlp_grpc/tail",instance="a"}`]: '900x40',
      [`${COLLECTOR.queueCapacity}{exporter="otlp_grpc/tail",instance="a"}`]: '1000x40',
      [`${COLLECTOR.queueSize}{exporter="otlp_grpc/tail",instance="b"}`]: '10x40',
      [`${COLLECTOR.queueCapacity}{exporter="otlp_grpc/tail",instance="b"}`]: '1000x40',
    },
    quietAt: [5, 9],
    firesAt: [11, 30],
    firing: [{ exporter: 'otlp_grpc/tail' }],
  },
  {
    name: 'fires on the first error that a service swallowed',
    alert: 'ToolspanSelfErrors',
    series: {
      [`${SERIES.selfErrors}{${LABEL.service}="orders-agent",${LABEL.site}="classify"}`]: '_x5 1x40',
    },
    quietAt: [5, 16],
    firesAt: [6, 14],
    firing: [SELF_ERRORS],
  },
  {
    name: 'fires when a processor is full',
    alert: 'ToolspanFactsDropped',
    series: { [factsDropped('run_full')]: '_x5 40x40' },
    quietAt: [5, 16],
    firesAt: [6, 14],
    firing: [{ [LABEL.service]: 'orders-agent', [LABEL.reason]: 'run_full' }],
  },
  {
    name: 'is quiet about spans that are left out in normal work',
    alert: 'ToolspanFactsDropped',
    series: { [factsDropped('duplicate')]: '_x5 40x40', [factsDropped('finding')]: '_x5 40x40' },
    quietAt: [6, 14],
    firesAt: [],
  },
]
