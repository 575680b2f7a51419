import { MADE_DIALECTS, type MadeDialect } from './dialects.ts'
import { type MadeRun, type MadeSpan, surroundings } from './made-span.ts'
import type { Random } from './random.ts'
import { makeToolCall, type ToolCall } from './tool-call.ts'

/** So many runs are retry storms. */
const STORMS = 0.01

/** Shares of runs. */
export interface RunShares {
  /** They have instrumentation that records bodies. Default 0.3: about one span in ten carries one. */
  readonly recordBodies?: number
  /** Not of runs but of calls that look something up: they find nothing. Default 0.03. */
  readonly findNothing?: number
}

/** The spans of one run of an agent, in the order in which they end. */
export function makeRun(random: Random, startMs: number, shares: RunShares = {}): MadeSpan[] {
  const { recordBodies = 0.3, findNothing } = shares
  const spans: MadeSpan[] = []
  const run: MadeRun = {
    random,
    traceId: random.hex(32),
    recordsBodies: random.happens(recordBodies),
    add: (span) => spans.push(span),
  }
  const dialect = random.pick(MADE_DIALECTS)
  const agent = random.pick(['planner', 'researcher', 'clerk', 'support'])
  const root = random.hex(16)
  let atMs = startMs + 1
  for (let turn = random.between(2, 6); turn > 0; turn--) {
    const model = span(run, dialect, {
      parentSpanId: root,
      name: 'chat gpt-5-mini',
      kind: 3,
      startMs: atMs,
      takesMs: random.between(300, 4000),
      attributes: dialect.model(random.between(200, 4000)),
    })
    run.add(model)
    atMs = model.endMs + 2
    for (let calls = random.between(1, 3); calls > 0; calls--)
      atMs = addToolCall(run, dialect, root, makeToolCall(random, findNothing), atMs)
  }
  if (random.happens(STORMS)) atMs = addStorm(run, dialect, root, atMs)
  run.add({
    ...span(run, dialect, {
      parentSpanId: '',
      name: `invoke_agent ${agent}`,
      kind: 1,
      startMs,
      takesMs: atMs - startMs + 1,
      attributes: dialect.agent(agent),
    }),
    spanId: root,
  })
  return spans
}

function addToolCall(
  run: MadeRun,
  dialect: MadeDialect,
  parentSpanId: string,
  call: ToolCall,
  startMs: number,
): number {
  const hasFailed = call.outcome === 'failed'
  const client = span(run, dialect, {
    parentSpanId,
    name: dialect.hasServer ? `tools/call ${call.tool}` : `execute_tool ${call.tool}`,
    kind: dialect.hasServer ? 3 : 1,
    startMs,
    takesMs: call.takesMs + 4,
    attributes: dialect.tool(call, 'client', run.recordsBodies),
    hasFailed,
  })
  if (dialect.hasServer) {
    const server = span(run, dialect, {
      parentSpanId: client.spanId,
      service: 'tool-server',
      name: `tools/call ${call.tool}`,
      kind: 2,
      startMs: startMs + 2,
      takesMs: call.takesMs,
      attributes: dialect.tool(call, 'server', run.recordsBodies),
      hasFailed,
    })
    run.add(request(run, server.spanId, server.startMs, call.takesMs - 2, hasFailed ? 503 : 200))
    run.add({ ...server, isTool: true })
  } else if (run.random.happens(0.7)) {
    run.add(request(run, client.spanId, startMs + 1, call.takesMs, hasFailed ? 503 : 200))
  }
  run.add({ ...client, isTool: true, hasBody: run.recordsBodies })
  return client.endMs + 2
}

/** A tool that is tried three times by its caller, each with three requests below, all in vain. */
function addStorm(run: MadeRun, dialect: MadeDialect, root: string, startMs: number): number {
  const call = { ...makeToolCall(run.random), outcome: 'failed', takesMs: 100 } as const
  let atMs = startMs
  for (let attempt = 0; attempt < 3; attempt++) {
    const tool = span(run, dialect, {
      parentSpanId: root,
      name: `execute_tool ${call.tool}`,
      kind: 1,
      startMs: atMs,
      takesMs: 400,
      attributes: dialect.tool(call, 'client', true),
      hasFailed: true,
    })
    for (let request_ = 0; request_ < 3; request_++)
      run.add(request(run, tool.spanId, atMs + 2 + request_ * 120, 100, 503))
    run.add({ ...tool, isTool: true, hasBody: true })
    atMs = tool.endMs + 50
  }
  return atMs
}

function request(
  run: MadeRun,
  parentSpanId: string,
  startMs: number,
  takesMs: number,
  status: number,
): MadeSpan {
  return {
    traceId: run.traceId,
    spanId: run.random.hex(16),
    parentSpanId,
    service: 'tool-server',
    scope: '@opentelemetry/instrumentation-undici',
    name: 'GET',
    kind: 3,
    startMs,
    endMs: startMs + Math.max(1, takesMs),
    hasFailed: status >= 400,
    attributes: {
      'http.request.method': 'GET',
      'http.request.method_original': 'GET',
      'url.full': `https://orders.internal/v2/orders?page=${run.random.between(1, 40)}`,
      'url.path': '/v2/orders',
      'url.query': '?page=1',
      'url.scheme': 'https',
      'server.address': 'orders.internal',
      'server.port': 443,
      'user_agent.original': 'undici',
      'network.peer.address': `10.2.${run.random.between(0, 255)}.${run.random.between(0, 255)}`,
      'network.peer.port': 443,
      'http.response.status_code': status,
      'http.response.header.content-length': [String(run.random.between(20, 90_000))],
      ...(status >= 400 ? { 'error.type': String(status) } : {}),
    },
    isTool: false,
    hasBody: false,
  }
}

interface Given extends Pick<MadeSpan, 'parentSpanId' | 'name' | 'kind' | 'startMs' | 'attributes'> {
  readonly takesMs: number
  readonly service?: string
  readonly hasFailed?: boolean
}

function span(run: MadeRun, dialect: MadeDialect, given: Given): MadeSpan {
  const { parentSpanId, name, kind, startMs, takesMs, attributes, hasFailed = false } = given
  return {
    traceId: run.traceId,
    spanId: run.random.hex(16),
    parentSpanId,
    service: given.service ?? dialect.service,
    scope: dialect.scope,
    name,
    kind,
    startMs,
    endMs: startMs + takesMs,
    hasFailed,
    attributes: { ...attributes, ...surroundings(run.random) },
    ...(hasFailed ? { exception: { type: 'Error', message: 'connect ECONNRESET 10.2.0.8:443' } } : {}),
    isTool: false,
    hasBody: false,
  }
}
