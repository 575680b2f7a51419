// One run in ten is exported; every run is judged.
// snippet:always-record
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { NodeSDK } from '@opentelemetry/sdk-node'
import {
  BatchSpanProcessor,
  createAlwaysRecordSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import { ToolspanProcessor } from 'toolspan'

const oneInTen = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(0.1) })

export const sdk = new NodeSDK({
  serviceName: 'my-agent',
  sampler: createAlwaysRecordSampler(oneInTen),
  spanProcessors: [new ToolspanProcessor(), new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
})
sdk.start()
// end

process.once('beforeExit', () => sdk.shutdown())
