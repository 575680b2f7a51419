import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { insist } from '../insist.ts'

/** What the coordinator asks of a subagent. A real one would ask in words and let a model choose. */
export interface Task {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** How often the subagent tries before it gives up. Default 1. */
  readonly tries?: number
}

/** The answer of a tool, as the MCP SDK hands it over. */
export type ToolAnswer = Awaited<ReturnType<Client['callTool']>>

/** What a subagent reports: the answer of the tool with what it says about itself, or the failed answer as it is. */
export type Report = ToolAnswer | { readonly did: string; readonly answer?: unknown }

/**
 * An agent of its own under the coordinator, with a span as agent frameworks make it. It calls the tool that the
 * task names and hands on what it is told, errors with everything they carry: it shares no memory with anybody.
 */
export function createSubagent(
  name: string,
  clientOf: (tool: string) => Client,
): (task: Task) => Promise<Report> {
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name }
  const work = async ({ tool, arguments: args, tries = 1 }: Task, span: Span): Promise<Report> => {
    const call = () => clientOf(tool).callTool({ name: tool, arguments: { ...args } })
    const answer = await insist(tries, call, hasFailed)
    if (!hasFailed(answer)) return report(tool, answer)
    span.setStatus({ code: SpanStatusCode.ERROR })
    return answer
  }
  return (task) =>
    trace
      .getTracer('demo-agents')
      .startActiveSpan(`invoke_agent ${name}`, { attributes }, (span) =>
        work(task, span).finally(() => span.end()),
      )
}

/** Coverage and freshness go on to the coordinator, where the tool has stated them. */
function report(did: string, { structuredContent, content }: ToolAnswer): Report {
  return typeof structuredContent === 'object' ? { ...structuredContent, did } : { did, answer: content }
}

/** Whether a report or an answer says that the call failed. */
export function hasFailed(report: Report): boolean {
  return 'isError' in report && report.isError === true
}
