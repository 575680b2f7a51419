import { readJaegerJson } from '../../tail/facts/jaeger-json.ts'
import { withoutMadeUpEnd } from '../../tail/facts/jaeger-warnings.ts'
import { type OtlpSink, readOtlpJson } from '../../tail/facts/otlp-json.ts'
import { readLogsJson } from '../../tail/facts/otlp-logs-json.ts'
import { isJsonObject } from '../../tail/facts/otlp-values.ts'
import { openCallSink } from './open-calls.ts'

/** Whether a JSON value is the whole of something that can be judged, and not a piece of it. */
export function isWholeDocument(value: unknown): boolean {
  return isJsonObject(value) && ('resourceSpans' in value || isOtherSignal(value) || isJaeger(value))
}

/** Reads the spans of one JSON document, whichever kind it is; of an array, those of each item. */
export function readDocument(value: unknown, sink: OtlpSink): void {
  if (!Array.isArray(value)) readItem(value, sink)
  else for (const item of value) readItem(item, sink)
}

function readItem(value: unknown, sink: OtlpSink): void {
  if (!isJsonObject(value)) readOtlpJson(value, sink)
  else if (isJaeger(value)) readJaegerJson(value, sink)
  else if (isJsonObject(value.result)) readJaegerV3(value.result, sink)
  // The Collector writes all its signals into one file where it is told to.
  else if ('resourceLogs' in value) readLogsJson(value, openCallSink(sink))
  else if (isStranger(value)) sink.problem(strangeness(value))
  else if (!isOtherSignal(value)) readOtlpJson(value, sink)
}

/** An object that has nothing of a recording; an empty one is a request without spans. */
function isStranger(value: Readonly<Record<string, unknown>>): boolean {
  return !('resourceSpans' in value) && !isOtherSignal(value) && Object.keys(value).length > 0
}

const MAX_KEYS = 5

function strangeness(value: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(value)
  const named = keys.slice(0, MAX_KEYS).map((key) => key.slice(0, 40))
  const what = `${keys.length === 1 ? 'the key' : 'the keys'} ${named.join(', ')}`
  return `expected an OTLP request (with resourceSpans) or traces of Jaeger (with data), got an object with ${what}${keys.length > MAX_KEYS ? ', …' : ''}`
}

/** Version 3 of Jaeger's API wraps OTLP requests. */
function readJaegerV3(request: unknown, sink: OtlpSink): void {
  readOtlpJson(request, {
    span: (span) => sink.span(withoutMadeUpEnd(span)),
    problem: (message) => sink.problem(`result.${message}`),
  })
}

function isJaeger(value: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(value.data) || (Array.isArray(value.spans) && 'processes' in value)
}

function isOtherSignal(value: Readonly<Record<string, unknown>>): boolean {
  return !('resourceSpans' in value) && ('resourceLogs' in value || 'resourceMetrics' in value)
}
