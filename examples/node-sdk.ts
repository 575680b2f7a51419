// Starting OpenTelemetry with Toolspan's processor: node --import ./examples/node-sdk.ts agent.js
// snippet:node-sdk
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace'
import { ToolspanProcessor } from 'toolspan'

export const sdk = new NodeSDK({
  serviceName: 'my-agent',
  spanProcessors: [new ToolspanProcessor(), new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
})
sdk.start()
// end

process.once('beforeExit', () => sdk.shutdown())
