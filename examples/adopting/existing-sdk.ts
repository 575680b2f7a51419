// A set-up that was there before, with Toolspan's processor in it: node --import ./existing-sdk.ts agent.js
// snippet:existing-sdk
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace'
import { ToolspanProcessor } from 'toolspan'

export const sdk = new NodeSDK({
  serviceName: 'my-agent',
  instrumentations: [new HttpInstrumentation(), new UndiciInstrumentation()],
  // Was: traceExporter: new OTLPTraceExporter()
  spanProcessors: [new ToolspanProcessor(), new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
})
sdk.start()
// end

process.once('beforeExit', () => sdk.shutdown())
