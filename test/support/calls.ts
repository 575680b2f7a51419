import type { TestSpan } from './trace.ts'

type More = Partial<TestSpan>

/** The agent whose run it is, open for longer than anything in it. */
export const run: TestSpan = {
  id: 'run',
  name: 'invoke_agent desk',
  at: [0, 100_000_000],
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'desk',
}

/** Another agent, below the first one. */
export const subagent = (id: string, more: More = {}): TestSpan => ({
  id,
  in: 'run',
  name: `invoke_agent ${id}`,
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': id,
  ...more,
})

/** A call of a tool that says nothing of its result. */
export const call = (id: string, tool: string, more: More = {}): TestSpan => ({
  id,
  in: 'run',
  name: `execute_tool ${tool}`,
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': tool,
  ...more,
})

/** A look-up that found one thing. */
export const read = (id: string, tool: string, more: More = {}): TestSpan =>
  call(id, tool, {
    'toolspan.tool.effect': 'read',
    'toolspan.result.status': 'found',
    'toolspan.result.count': 1,
    ...more,
  })

/** A look-up that found nothing and does not say where it looked. */
export const empty = (id: string, tool: string, more: More = {}): TestSpan =>
  call(id, tool, {
    'toolspan.tool.effect': 'read',
    'toolspan.result.status': 'found_none',
    'toolspan.coverage.status': 'unknown',
    ...more,
  })

/** A write that was done. */
export const write = (id: string, tool: string, more: More = {}): TestSpan =>
  call(id, tool, { 'toolspan.tool.effect': 'write', 'toolspan.result.status': 'completed', ...more })

/** A write of which nobody knows whether it was done. */
export const unknownWrite = (id: string, tool: string, more: More = {}): TestSpan =>
  call(id, tool, {
    failed: true,
    'error.type': 'timeout',
    'toolspan.tool.effect': 'write',
    'toolspan.result.status': 'indeterminate',
    'toolspan.error.category': 'transient',
    ...more,
  })

/** A look-up that failed, for a reason of the category. */
export const failing = (id: string, tool: string, category: string, more: More = {}): TestSpan =>
  call(id, tool, {
    failed: true,
    'toolspan.tool.effect': 'read',
    'toolspan.result.status': 'failed',
    'toolspan.error.category': category,
    ...more,
  })

/** An outgoing request without any attribute of Toolspan's. */
export const request = (id: string, url: string, status: number, more: More = {}): TestSpan => ({
  id,
  in: 'run',
  name: 'GET',
  kind: 'client',
  failed: status >= 400,
  'http.request.method': 'GET',
  'url.full': url,
  'server.address': new URL(url).host,
  'http.response.status_code': status,
  ...(status >= 400 ? { 'error.type': String(status) } : {}),
  ...more,
})

/** A call of a model. */
export const model = (id: string, more: More = {}): TestSpan => ({
  id,
  in: 'run',
  name: 'chat model-a',
  kind: 'client',
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'model-a',
  ...more,
})

/** One try of a declared budget of three, which is no call itself. */
export const attempt = (id: string, number: number, more: More = {}): TestSpan => ({
  id,
  in: 'run',
  name: 'handler attempt',
  'toolspan.operation.id': 'op-1',
  'toolspan.layer': 'tool',
  'toolspan.attempt.number': number,
  'toolspan.budget.id': 'b-1',
  'toolspan.budget.owner': 'handler',
  'toolspan.budget.max_attempts': 3,
  ...more,
})

/** The client's span of an MCP call that lasts from `startMs` to `endMs`. */
export const client = (span: TestSpan, more: More = {}): TestSpan => ({
  ...span,
  name: `tools/call ${span['gen_ai.tool.name']}`,
  kind: 'client',
  'mcp.method.name': 'tools/call',
  ...more,
})

/** The server's span of the MCP call `span`, by a clock of its own. */
export const server = (span: TestSpan, more: More = {}): TestSpan => ({
  ...span,
  id: `${span.id}S`,
  in: span.id,
  name: `tools/call ${span['gen_ai.tool.name']}`,
  kind: 'server',
  service: 'server',
  'mcp.method.name': 'tools/call',
  ...more,
})
