import { type Span, trace } from '@opentelemetry/api'

/** One run of the agent: a trace of its own. */
export function runOf<Result>(name: string, work: (span: Span) => Promise<Result>): Promise<Result> {
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name }
  return trace
    .getTracer('stack-agent')
    .startActiveSpan(`invoke_agent ${name}`, { attributes, root: true }, (span) =>
      work(span).finally(() => span.end()),
    )
}
