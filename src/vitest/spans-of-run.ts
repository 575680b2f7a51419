import { fromSdkSpan, type SdkSpan } from '../tail/facts/from-sdk-span.ts'
import { readOtlpJson } from '../tail/facts/otlp-json.ts'
import type { SpanInput } from '../tail/facts/span-input.ts'

/** An exporter that keeps what it is given, such as `InMemorySpanExporter`. */
export interface SpanKeeper {
  getFinishedSpans(): readonly SdkSpan[]
}

/** What a test has of a run: the exporter that keeps its spans, the spans, or a request in OTLP/JSON. */
export type RecordedRun = SpanKeeper | readonly SdkSpan[] | { readonly resourceSpans: readonly unknown[] }

/**
 * The spans of a run. A run without spans is a mistake of the test: nothing would ever be found in it.
 * @throws TypeError when it is none of these, when a part of it cannot be read, or when it has no span.
 */
export function spansOfRun(run: unknown): readonly SpanInput[] {
  const spans = readRun(run)
  if (spans.length > 0) return spans
  throw new TypeError(
    'Expected a run with at least one ended span, got none. Was the SDK started and flushed?',
  )
}

function readRun(run: unknown): readonly SpanInput[] {
  if (isKeeper(run)) return run.getFinishedSpans().map(fromSdkSpan)
  if (Array.isArray(run)) return run.map(readSpan)
  const spans: SpanInput[] = []
  readOtlpJson(run, {
    span: (span) => spans.push(span),
    problem(message) {
      throw new TypeError(`Expected an in-memory exporter, its spans or an OTLP/JSON request: ${message}`)
    },
  })
  return spans
}

function readSpan(span: unknown, index: number): SpanInput {
  if (isSdkSpan(span)) return fromSdkSpan(span)
  const got = span === null ? 'null' : typeof span
  throw new TypeError(`Expected span ${index} of the run to be an ended span of the SDK, got ${got}`)
}

function isKeeper(run: unknown): run is SpanKeeper {
  return typeof run === 'object' && run !== null && 'getFinishedSpans' in run
}

function isSdkSpan(span: unknown): span is SdkSpan {
  return typeof span === 'object' && span !== null && 'spanContext' in span && 'resource' in span
}
