// Beside another GenAI instrumentation: its execute_tool span takes the attributes of the MCP call made within.
import { SpanKind, trace } from '@opentelemetry/api'
import { client } from '../client.ts'

/** What such an instrumentation does around each tool of an agent. */
export async function runTool(name: string, args: Record<string, unknown>): Promise<unknown> {
  const options = {
    kind: SpanKind.INTERNAL,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name },
  }
  return trace
    .getTracer('some-genai-instrumentation')
    .startActiveSpan(`execute_tool ${name}`, options, async (span) => {
      try {
        return await client.callTool({ name, arguments: args })
      } finally {
        span.end()
      }
    })
}
