import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readBlock } from '../../../src/cli/input/block.ts'
import { jaegerSource } from '../../../src/cli/input/jaeger-api.ts'
import { readSource } from '../../../src/cli/input/read-source.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PAGE = {
  data: [
    {
      traceID: TRACE_ID,
      spans: [
        {
          traceID: TRACE_ID,
          spanID: 'a1',
          operationName: 'x',
          startTime: 1_768_467_600_000_000,
          duration: 5,
          processID: 'p1',
        },
      ],
      processes: { p1: { serviceName: 'orders' } },
    },
  ],
  errors: null,
}
const V3 = {
  result: {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              { traceId: TRACE_ID, spanId: '00000000000000a1', startTimeUnixNano: '1768467600000000000' },
            ],
          },
        ],
      },
    ],
  },
}

type Route = (response: ServerResponse, query: URLSearchParams, request: IncomingMessage) => void

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)))
  server = undefined
})

/** A stand-in for Jaeger's query service on loopback. */
async function listen(routes: Readonly<Record<string, Route>>): Promise<string> {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const route = routes[url.pathname]
    if (route === undefined) response.writeHead(404).end('404 page not found')
    else route(response, url.searchParams, request)
  })
  const started = server
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

const answer =
  (value: unknown, status = 200): Route =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

async function pull(url: string) {
  const spans: string[] = []
  const problems: string[] = []
  const source = jaegerSource({
    url,
    service: 'orders',
    sinceMs: 1_768_464_000_000,
    untilMs: 1_768_467_600_000,
  })
  await readSource(source, {
    async block(block) {
      readBlock(block, {
        span: ({ spanId }) => spans.push(spanId),
        problem: (_where, text) => problems.push(text),
      })
    },
    problem: (_where, text) => problems.push(text),
  })
  return { spans, problems }
}

test('it asks for the traces of a service in a time and reads the answer', async () => {
  const asked: URLSearchParams[] = []
  const url = await listen({
    '/api/traces': (response, query, request) => {
      asked.push(query)
      answer(PAGE)(response, query, request)
    },
  })
  expect(await pull(url)).toEqual({ spans: ['00000000000000a1'], problems: [] })
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    service: 'orders',
    start: '1768464000000000',
    end: '1768467600000000',
    limit: '1000',
  })
})

test('a Jaeger without the older search is asked by version 3 of its API', async () => {
  const asked: URLSearchParams[] = []
  const url = await listen({
    '/jaeger/api/v3/traces': (response, query, request) => {
      asked.push(query)
      answer(V3)(response, query, request)
    },
  })
  expect(await pull(`${url}/jaeger/`)).toEqual({ spans: ['00000000000000a1'], problems: [] })
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    'query.service_name': 'orders',
    'query.start_time_min': '2026-01-15T08:00:00.000Z',
    'query.start_time_max': '2026-01-15T09:00:00.000Z',
  })
})

test('nothing that matches is an answer without spans', async () => {
  const nothing = { error: { httpCode: 404, message: 'No traces found' } }
  const url = await listen({ '/api/v3/traces': answer(nothing, 404) })
  expect(await pull(url)).toEqual({ spans: [], problems: [] })
})

test('an address with a name and a password is asked with them and named without', async () => {
  const url = await listen({
    '/api/traces': (response, query, request) => {
      const isRight =
        request.headers.authorization === `Basic ${Buffer.from('me:se cret').toString('base64')}`
      answer(isRight ? PAGE : {}, isRight ? 200 : 401)(response, query, request)
    },
  })
  const withCredentials = url.replace('http://', 'http://me:se%20cret@')
  expect(await pull(withCredentials)).toEqual({ spans: ['00000000000000a1'], problems: [] })
  const wrong = await pull(url.replace('http://', 'http://me:wrong@'))
  expect(wrong.problems).toEqual([expect.stringMatching(/answered 401 Unauthorized/)])
  expect(wrong.problems[0]).not.toContain('wrong')
})

test('an answer that is no success is told with address, status and what it says', async () => {
  const errors = [{ code: 400, msg: "parameter 'service' is required" }]
  const url = await listen({ '/api/traces': answer({ data: null, errors }, 400) })
  const { spans, problems } = await pull(url)
  expect(spans).toEqual([])
  expect(problems).toEqual([
    expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/api\/traces\?service=orders&.* answered 400 Bad Request: \{"data":null,"errors":\[\{"code":400,"msg":"parameter 'service' is required"\}\]\}$/,
    ),
  ])
})

test('an address where no Jaeger is says so', async () => {
  const url = await listen({})
  expect((await pull(url)).problems).toEqual([
    expect.stringMatching(/\/api\/v3\/traces\?.* answered 404 Not Found: 404 page not found$/),
  ])
})

test('an address where nobody listens says so', async () => {
  const url = await listen({})
  server?.close()
  server?.closeAllConnections()
  server = undefined
  expect((await pull(url)).problems).toEqual([expect.stringMatching(/cannot be reached: .*ECONNREFUSED/)])
})

test('an answer that breaks off is told', async () => {
  const url = await listen({
    '/api/traces': (response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write('{"data":[')
      setImmediate(() => response.destroy())
    },
  })
  expect((await pull(url)).problems).toEqual([expect.stringMatching(/^the answer of .* broke off/)])
})
