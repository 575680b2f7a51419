import type { LogSink } from '../../tail/facts/log-input.ts'
import { openCallSpans } from '../../tail/facts/open-call-spans.ts'
import type { OtlpSink } from '../../tail/facts/otlp-json.ts'

/** Of log records, those count that tell of a call which is open. What is wrong with others is no fault of a span. */
export function openCallSink(sink: Pick<OtlpSink, 'span'>): LogSink {
  return {
    record(record) {
      for (const span of openCallSpans(record)) sink.span(span)
    },
    problem: ignored,
  }
}

const ignored = (): void => {}
