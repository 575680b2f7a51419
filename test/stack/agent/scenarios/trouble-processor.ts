import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace'
import { ToolspanProcessor } from '../../../../src/index.ts'

/** A processor that is soon full: what it leaves out, it counts. */
export function processorsOfTrouble(): SpanProcessor[] {
  return [
    new ToolspanProcessor({ maxSpans: 100, maxSpansPerRun: 100 }),
    new BatchSpanProcessor({ exporter: new OTLPTraceExporter() }),
  ]
}
