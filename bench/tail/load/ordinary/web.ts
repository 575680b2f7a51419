import type { Attributes, MadeSpan } from '../../../check/data/made-span.ts'
import type { Random } from '../../../check/data/random.ts'
import { codeAttributes, processAttributes, spanUnder, uuid } from './beside.ts'

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** What a server answered to a request that some client span of the run is about. */
export function answeredRequest(request: MadeSpan, random: Random): MadeSpan {
  const status = request.attributes['http.response.status_code']
  const hasFailed = typeof status === 'number' && status >= 500
  return spanUnder(request, random, {
    name: 'GET /v2/orders',
    kind: 2,
    service: 'orders-api',
    scope: '@opentelemetry/instrumentation-http',
    hasFailed,
    attributes: {
      ...serverAttributes('GET', '/v2/orders', typeof status === 'number' ? status : 200, random),
      'server.address': 'orders.internal',
      'user_agent.original': 'undici',
      'url.query': 'page=1&per_page=50&sort=-created_at&fields=id,status,total,customer',
      ...(hasFailed ? { 'error.type': '503' } : {}),
    },
  })
}

/** The request to the MCP server that carries the calls of tools, seen from there. */
export function mcpEndpoint(call: MadeSpan, random: Random): MadeSpan {
  return spanUnder(call, random, {
    name: 'POST /mcp',
    kind: 2,
    service: 'tool-server',
    scope: '@opentelemetry/instrumentation-http',
    attributes: {
      ...serverAttributes('POST', '/mcp', 200, random),
      'server.address': 'tools.internal',
      'user_agent.original': 'node',
      'http.request.header.content-type': ['application/json'],
      'http.request.header.accept': ['application/json, text/event-stream'],
    },
  })
}

/** The request of a person that makes an agent run: it lies around the whole run. */
export function frontRequest(root: MadeSpan, random: Random): MadeSpan {
  return {
    ...root,
    spanId: random.hex(16),
    name: 'POST /api/chat',
    kind: 2,
    service: 'web-front',
    scope: '@opentelemetry/instrumentation-http',
    startMs: root.startMs - 3,
    endMs: root.endMs + 3,
    hasFailed: false,
    attributes: {
      ...serverAttributes('POST', '/api/chat', 200, random),
      'server.address': 'assistant.example.com',
      'user_agent.original': BROWSER,
      'http.request.header.x-request-id': [uuid(random)],
    },
    isTool: false,
    hasBody: false,
  }
}

/** A layer of the framework of a server. */
export function middleware(parent: MadeSpan, random: Random): MadeSpan {
  const name = random.pick(['authenticate', 'rateLimit', 'jsonParser', 'requestContext', 'corsMiddleware'])
  return spanUnder(parent, random, {
    name: `middleware - ${name}`,
    kind: 1,
    service: parent.service,
    scope: '@opentelemetry/instrumentation-express',
    attributes: {
      'http.route': '/',
      'express.name': name,
      'express.type': 'middleware',
      ...codeAttributes(random, `@acme/web/dist/middleware/${name}.js`, [name]),
      ...processAttributes(random),
      'app.feature.flags': 'new-planner,stream-results,tool-cache-v2,strict-schemas',
      'app.build.commit': '3f9c1e0b7a4d2c8e6f5a1b0d9c7e3f2a4b6c8d0e',
    },
  })
}

function serverAttributes(method: string, route: string, status: number, random: Random): Attributes {
  return {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'http.request.body.size': random.between(100, 20_000),
    'http.response.body.size': random.between(100, 90_000),
    'url.scheme': 'https',
    'url.path': route,
    'client.address': `203.0.113.${random.between(1, 250)}`,
    'client.port': random.between(20_000, 60_000),
    'network.peer.address': `10.2.6.${random.between(1, 250)}`,
    'network.peer.port': random.between(20_000, 60_000),
    'network.local.address': '10.2.3.4',
    'network.local.port': 8443,
    'network.protocol.name': 'http',
    'network.protocol.version': '1.1',
    'network.transport': 'tcp',
    'server.port': 443,
    ...processAttributes(random),
  }
}
