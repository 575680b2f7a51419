import * as api from '@opentelemetry/api'
import type { Outcome } from '../outcome/outcome.ts'
import { lateInstrument } from '../self/late-instrument.ts'
import { withEntry } from '../self/linked-context.ts'
import { QuickInstrument } from '../self/quick-instrument.ts'
import { swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_COVERAGE_STATUS } from '../semconv/attributes/coverage.ts'
import { ATTR_TOOLSPAN_ERROR_CATEGORY } from '../semconv/attributes/error.ts'
import { ATTR_TOOLSPAN_FRESHNESS_STATUS } from '../semconv/attributes/freshness.ts'
import { ATTR_TOOLSPAN_RESULT_STATUS } from '../semconv/attributes/result.ts'
import { metricOptions } from '../semconv/metric-options.ts'
import {
  METRIC_GEN_AI_EXECUTE_TOOL_DURATION,
  METRIC_MCP_CLIENT_OPERATION_DURATION,
  METRIC_MCP_CLIENT_SESSION_DURATION,
  METRIC_MCP_SERVER_OPERATION_DURATION,
  METRIC_MCP_SERVER_SESSION_DURATION,
  METRIC_TOOLSPAN_TOOL_RESULTS,
} from '../semconv/metrics.ts'
import { ATTR_ERROR_TYPE, ATTR_GEN_AI_TOOL_NAME, ATTR_RPC_STATUS_CODE } from '../semconv/standard.ts'
import { boundedName, OTHER_NAME } from './metric-names.ts'
import type { Verdict } from './span-status.ts'

/** The instruments of tool calls and MCP messages. */
export interface CallMetrics {
  readonly clientDuration: QuickInstrument
  readonly serverDuration: QuickInstrument
  readonly toolDuration: QuickInstrument
  readonly clientSession: api.Histogram
  readonly serverSession: api.Histogram
  readonly toolResults: QuickInstrument
}

/** Set to the name of a traced tool while it runs: what it calls under the same name has been counted with it. */
const COUNTED_TOOL = api.createContextKey('toolspan counted tool')

/** The instruments of the provider that is registered now; nothing when there is none, so that work can be saved. */
const callMetrics = lateInstrument(createCallMetrics)

function createCallMetrics(meter: api.Meter): CallMetrics {
  const histogram = (name: string): api.Histogram => meter.createHistogram(name, metricOptions(name))
  const duration = (name: string): QuickInstrument =>
    new QuickInstrument(histogram(name), ATTR_GEN_AI_TOOL_NAME)
  const results = meter.createCounter(
    METRIC_TOOLSPAN_TOOL_RESULTS,
    metricOptions(METRIC_TOOLSPAN_TOOL_RESULTS),
  )
  return {
    clientDuration: duration(METRIC_MCP_CLIENT_OPERATION_DURATION),
    serverDuration: duration(METRIC_MCP_SERVER_OPERATION_DURATION),
    toolDuration: duration(METRIC_GEN_AI_EXECUTE_TOOL_DURATION),
    clientSession: histogram(METRIC_MCP_CLIENT_SESSION_DURATION),
    serverSession: histogram(METRIC_MCP_SERVER_SESSION_DURATION),
    toolResults: new QuickInstrument(results, ATTR_GEN_AI_TOOL_NAME),
  }
}

/** A call that is measured. */
export interface Measurement {
  readonly metrics: CallMetrics
  /** By `performance.now()`: whole milliseconds would be too coarse for calls that take less. */
  readonly startedMs: number
}

/** Starts measuring a call; nothing when nobody wants to know. */
export function beginMeasurement(): Measurement | undefined {
  try {
    const metrics = callMetrics()
    return metrics && { metrics, startedMs: performance.now() }
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}

/** What measures sessions as one end sees them; nothing when nobody wants to know. */
export function sessionDuration(isClient: boolean): api.Histogram | undefined {
  const metrics = callMetrics()
  return isClient ? metrics?.clientSession : metrics?.serverSession
}

/** Seconds since a call began. */
export function secondsOf(measurement: Measurement): number {
  return (performance.now() - measurement.startedMs) / 1000
}

/** A tool name as it stands on a metric. `isRegistered` is also true where nobody knows what is registered. */
export function metricToolName(tool: string, isRegistered: boolean): string {
  return isRegistered ? boundedName('tool', tool) : OTHER_NAME
}

/** The context of a tool whose result is counted where it was called. */
export function countingContext(context: api.Context, tool: string): api.Context {
  return withEntry(context, COUNTED_TOOL, tool)
}

/** Where the result of one tool call is counted, and by which name of its tool. */
export interface ResultCounter {
  readonly results: QuickInstrument
  readonly tool: string
}

/**
 * Where the result of a tool call is counted, once a call at its consumer: nowhere if nobody measures, or if a traced
 * tool further out counts the same call. `parent` is the context that the call was made in.
 */
export function resultCounter(
  measurement: Measurement | undefined,
  parent: api.Context,
  tool: string,
  isRegistered: boolean,
): ResultCounter | undefined {
  if (measurement === undefined || parent.getValue(COUNTED_TOOL) === tool) return undefined
  return { results: measurement.metrics.toolResults, tool: metricToolName(tool, isRegistered) }
}

export function countResult({ results, tool }: ResultCounter, outcome: Outcome): void {
  try {
    results.tell(1, resultAttributes(tool, outcome))
  } catch (error) {
    swallow('instrument', error)
  }
}

function resultAttributes(tool: string, outcome: Outcome): api.Attributes {
  const attributes: api.Attributes = {
    [ATTR_GEN_AI_TOOL_NAME]: tool,
    [ATTR_TOOLSPAN_COVERAGE_STATUS]: outcome.coverage.status,
    [ATTR_TOOLSPAN_FRESHNESS_STATUS]: outcome.freshness.status,
    [ATTR_TOOLSPAN_RESULT_STATUS]: outcome.status,
  }
  if (outcome.category !== undefined) attributes[ATTR_TOOLSPAN_ERROR_CATEGORY] = outcome.category
  return attributes
}

/** Puts a verdict on the attributes of a duration, as on the span. */
export function addVerdict(attributes: api.Attributes, verdict: Verdict): void {
  if (verdict.errorType !== undefined) attributes[ATTR_ERROR_TYPE] = verdict.errorType
  if (verdict.rpcStatusCode !== undefined) attributes[ATTR_RPC_STATUS_CODE] = verdict.rpcStatusCode
}
