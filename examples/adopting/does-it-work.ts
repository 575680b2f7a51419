// Prints what arrives of one tool call that finds nothing: node examples/adopting/does-it-work.ts
// snippet:does-it-work
import { DiagConsoleLogger, DiagLogLevel, diag } from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { swallowedErrors, ToolspanProcessor, traceTool } from 'toolspan'

// Problems of OpenTelemetry and of Toolspan itself are said here and nowhere else.
diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.WARN)

const exporter = new InMemorySpanExporter()
const spanProcessors = [new ToolspanProcessor(), new SimpleSpanProcessor({ exporter })]
const sdk = new NodeSDK({
  serviceName: 'my-agent',
  spanProcessors,
  metricReaders: [],
  logRecordProcessors: [],
})
sdk.start()

const search = traceTool('search', async (_query: string) => [], { effect: 'read' })
await search('nothing')
for (const processor of spanProcessors) await processor.forceFlush()

for (const { name, attributes } of exporter.getFinishedSpans()) {
  console.log(name, attributes['toolspan.result.status'] ?? attributes['toolspan.finding.summary'])
}
console.log('errors of its own:', swallowedErrors())
// end

await sdk.shutdown()
