// What the Collector's span_metrics connector makes of spans (collector-contrib 0.161.0). The Collector's configs,
// the dashboards and the alerts all take their names from here; a test compares the configs with it.
import { ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY, ATTR_TOOLSPAN_BUDGET_OWNER } from './attributes/budget.ts'
import { ATTR_TOOLSPAN_ERROR_CATEGORY } from './attributes/error.ts'
import { ATTR_TOOLSPAN_ATTEMPT_NUMBER } from './attributes/operation.ts'
import { ATTR_TOOLSPAN_RESULT_STATUS } from './attributes/result.ts'
import { ATTR_TOOLSPAN_LAYER } from './attributes/run.ts'
import type { NamedMetric } from './prometheus-name.ts'
import { ATTR_GEN_AI_TOOL_NAME, ATTR_SERVICE_NAME } from './standard.ts'

/** One metric of the connector. */
export interface SpanMetric extends NamedMetric {
  readonly brief: string
  /** The attributes that the connector is told to keep, on top of those it always keeps. */
  readonly dimensions: readonly string[]
}

/** The connector's `namespace`: its present default, written out because defaults have changed before. */
export const SPAN_METRICS_NAMESPACE = 'traces.span.metrics'
/** The connector's `histogram.unit`: it was ms for long and is announced to become s. */
export const SPAN_METRICS_UNIT = 's'

export const ATTR_SPAN_NAME = 'span.name'
export const ATTR_SPAN_KIND = 'span.kind'
export const ATTR_STATUS_CODE = 'status.code'
/** Tells the series of several Collectors apart. */
export const ATTR_COLLECTOR_INSTANCE_ID = 'collector.instance.id'

/** What the connector puts on each series without being told. */
export const SPAN_METRICS_ATTRIBUTES: readonly string[] = [
  ATTR_SERVICE_NAME,
  ATTR_SPAN_NAME,
  ATTR_SPAN_KIND,
  ATTR_STATUS_CODE,
  ATTR_COLLECTOR_INSTANCE_ID,
]

/**
 * Spans, counted before any sampling of the Collector. The dimensions tell tries from first tries by layer and owner,
 * for servers in every language that emit the attributes.
 */
export const SPAN_CALLS: SpanMetric = {
  name: `${SPAN_METRICS_NAMESPACE}.calls`,
  instrument: 'counter',
  unit: '',
  brief: 'Spans of tools, of MCP and of attempts.',
  dimensions: [
    ATTR_GEN_AI_TOOL_NAME,
    ATTR_TOOLSPAN_LAYER,
    ATTR_TOOLSPAN_BUDGET_OWNER,
    ATTR_TOOLSPAN_ATTEMPT_NUMBER,
    ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY,
    ATTR_TOOLSPAN_RESULT_STATUS,
    ATTR_TOOLSPAN_ERROR_CATEGORY,
  ],
}

/** How long those spans lasted. Few dimensions: each costs a series for every bucket. */
export const SPAN_DURATION: SpanMetric = {
  name: `${SPAN_METRICS_NAMESPACE}.duration`,
  instrument: 'histogram',
  unit: SPAN_METRICS_UNIT,
  brief: 'Duration of those spans.',
  dimensions: [ATTR_GEN_AI_TOOL_NAME, ATTR_TOOLSPAN_RESULT_STATUS],
}

/** Both metrics of the connector. */
export const SPAN_METRICS: readonly SpanMetric[] = [SPAN_CALLS, SPAN_DURATION]
