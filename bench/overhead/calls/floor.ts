import * as api from '@opentelemetry/api'
import type { Boundary, Handle, Send } from './boundary.ts'

/**
 * The least that tracing such a call can cost: one CLIENT span, its context written into `_meta`, read back, one
 * SERVER span; three attributes each, no metrics, nothing said about the result but whether it failed.
 * @param metaOf takes `_meta` out of what the SDK hands to a tool
 */
export function floorBoundary(metaOf: (extra: unknown) => unknown): Boundary {
  const tracer = api.trace.getTracer('floor')
  return {
    client: (client) => client,
    server: (server) => server,
    send: (send) => tracedSend(tracer, send),
    handle: (tool, handle) => tracedHandle(tracer, tool, handle, metaOf),
  }
}

const attributesOf = (tool: string): api.Attributes => ({
  'mcp.method.name': 'tools/call',
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': tool,
})

function tracedSend(tracer: api.Tracer, send: Send): Send {
  return (params) => {
    const options = { kind: api.SpanKind.CLIENT, attributes: attributesOf(params.name) }
    const span = tracer.startSpan(`tools/call ${params.name}`, options)
    const context = api.trace.setSpan(api.context.active(), span)
    const meta = { ...params._meta }
    api.propagation.inject(context, meta)
    return api.context.with(context, () => ended(span, send({ ...params, _meta: meta })))
  }
}

function tracedHandle(
  tracer: api.Tracer,
  tool: string,
  handle: Handle,
  metaOf: (extra: unknown) => unknown,
): Handle {
  return (args, extra) => {
    const parent = api.propagation.extract(api.context.active(), metaOf(extra) ?? {})
    const options = { kind: api.SpanKind.SERVER, attributes: attributesOf(tool) }
    const span = tracer.startSpan(`tools/call ${tool}`, options, parent)
    return api.context.with(api.trace.setSpan(parent, span), () => ended(span, handle(args, extra)))
  }
}

async function ended<Result>(span: api.Span, answer: Promise<Result>): Promise<Result> {
  try {
    const result = await answer
    if (saysError(result)) span.setStatus({ code: api.SpanStatusCode.ERROR })
    return result
  } catch (error) {
    span.setStatus({ code: api.SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

const saysError = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'isError' in result && result.isError === true
