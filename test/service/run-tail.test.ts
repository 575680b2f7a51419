import { connect } from 'node:net'
import { promisify } from 'node:util'
import { gzip, zstdCompress } from 'node:zlib'
import { ProtobufLogsSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { afterEach, describe, expect, test } from 'vitest'
import type { LogInput } from '../../src/tail/facts/log-input.ts'
import { readLogsProtobuf } from '../../src/tail/facts/otlp-logs-protobuf.ts'
import { readOtlpProtobuf } from '../../src/tail/facts/otlp-protobuf.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { type OtlpEndpoint, startOtlpEndpoint } from '../support/otlp-endpoint.ts'
import { startTestTail } from '../support/running-tail.ts'
import { bodyOf } from '../support/tail-service.ts'
import { findingsOf, trace } from '../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../support/trace-cases.ts'

type Started = Awaited<ReturnType<typeof startTestTail>>

let running: Started[] = []
let endpoints: OtlpEndpoint[] = []

async function start(...settings: Parameters<typeof startTestTail>): Promise<Started> {
  const tail = await startTestTail(...settings)
  running.push(tail)
  return tail
}

async function startEndpoint(): Promise<OtlpEndpoint> {
  const endpoint = await startOtlpEndpoint()
  endpoints.push(endpoint)
  return endpoint
}

afterEach(async () => {
  await Promise.all(running.map((tail) => tail.stop()))
  await Promise.all(endpoints.map((endpoint) => endpoint.close()))
  running = []
  endpoints = []
})

const PROTOBUF = 'application/x-protobuf'
const JSON_TYPE = 'application/json'
const spans = trace({ id: 'a' }, { id: 'b', in: 'a' })

function post(url: string, body: Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  return fetch(url, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': PROTOBUF, ...headers },
  })
}

/** The value of a series of the metrics page; the first whose line begins so. */
async function seriesOf(tail: Started, begin: string): Promise<number> {
  const page = await (await fetch(tail.metricsUrl)).text()
  const line = page.split('\n').find((one) => one.startsWith(begin)) ?? ''
  return Number(
    /\} (\S+)|^\S+ (\S+)/
      .exec(line)
      ?.slice(1)
      .find((value) => value !== undefined),
  )
}

const RECORDED = 'toolspan_tail_spans_settled_total{toolspan_tail_outcome="recorded"}'

describe('OTLP/HTTP', () => {
  test('takes protobuf and JSON, plain, gzipped and with zstd, and answers in the type of the request', async () => {
    const tail = await start()
    const protobuf = bodyOf(spans, 'protobuf')
    const json = bodyOf(trace({ id: 'c' }), 'json')
    const answers = [
      await post(`${tail.url}/v1/traces`, protobuf),
      await post(`${tail.url}/v1/traces`, json, { 'content-type': `${JSON_TYPE}; charset=utf-8` }),
      await post(`${tail.url}/v1/traces`, await promisify(gzip)(bodyOf(trace({ id: 'd' }), 'protobuf')), {
        'content-encoding': 'gzip',
      }),
      await post(
        `${tail.url}/v1/traces?x=1`,
        await promisify(zstdCompress)(bodyOf(trace({ id: 'e' }), 'json')),
        {
          'content-encoding': 'zstd',
          'content-type': JSON_TYPE,
        },
      ),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
      PROTOBUF,
      JSON_TYPE,
      PROTOBUF,
      JSON_TYPE,
    ])
    expect(await answers[0]?.arrayBuffer()).toHaveProperty('byteLength', 0)
    expect(await answers[1]?.json()).toEqual({})
    expect(await seriesOf(tail, RECORDED)).toBe(5)
  })

  test('says in the type of the request how many spans it could not take', async () => {
    const tail = await start()
    const request = JSON.parse(new TextDecoder().decode(bodyOf(spans, 'json')))
    request.resourceSpans[0].scopeSpans[0].spans[0].traceId = '0'
    const body = new TextEncoder().encode(JSON.stringify(request))
    const answer = await post(`${tail.url}/v1/traces`, body, { 'content-type': JSON_TYPE })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('traceId') },
    })
  })

  test('says in protobuf what the SDK reads', async () => {
    const tail = await start()
    const broken = Uint8Array.from([...bodyOf(spans, 'protobuf'), ...bodyOf(trace({ id: 'z' }), 'protobuf')])
    // A span id that is one byte long, in a request that is well-formed.
    const odd = Uint8Array.from([0x0a, 7, 0x12, 5, 0x12, 3, 0x12, 1, 1])
    const answer = await post(`${tail.url}/v1/traces`, Uint8Array.from([...broken, ...odd]))
    expect(answer.status).toBe(200)
    const read = ProtobufTraceSerializer.deserializeResponse(new Uint8Array(await answer.arrayBuffer()))
    expect(read.partialSuccess).toMatchObject({ rejectedSpans: 1, errorMessage: expect.any(String) })
    const logs = await post(`${tail.url}/v1/logs`, new Uint8Array(0))
    expect(ProtobufLogsSerializer.deserializeResponse(new Uint8Array(await logs.arrayBuffer()))).toBeDefined()
  })

  test.each([
    ['another path', '/v1/metrics', {}, 404],
    ['another type', '/v1/traces', { 'content-type': 'text/plain' }, 415],
    ['another encoding', '/v1/traces', { 'content-encoding': 'br' }, 415],
    ['a body that is none', '/v1/traces', {}, 400],
    ['a body that is not gzipped', '/v1/traces', { 'content-encoding': 'gzip' }, 400],
  ])('refuses %s', async (_, path, headers, status) => {
    const tail = await start()
    const answer = await post(`${tail.url}${path}`, new TextEncoder().encode('nonsense'), headers)
    expect(answer.status).toBe(status)
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
  })

  test('refuses other methods, and says which one it wants', async () => {
    const tail = await start()
    const answer = await fetch(`${tail.url}/v1/traces`)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('refuses bodies that are too large, however small they come', async () => {
    const tail = await start({ maxBodyBytes: '100000' })
    const zeros = new Uint8Array(200_000)
    expect((await post(`${tail.url}/v1/traces`, zeros)).status).toBe(413)
    for (const [encoding, compress] of [
      ['gzip', gzip],
      ['zstd', zstdCompress],
    ] as const) {
      const bomb = await promisify<Uint8Array, Buffer>(compress)(new Uint8Array(50_000_000))
      const answer = await post(`${tail.url}/v1/traces`, bomb, { 'content-encoding': encoding })
      expect(answer.status).toBe(413)
    }
  })

  test('lets only those in who show the token', async () => {
    const tail = await start({ tokenFile: new URL('../fixtures/token.txt', import.meta.url).pathname })
    const body = bodyOf(spans, 'protobuf')
    const refused = await post(`${tail.url}/v1/traces`, body, { authorization: 'Bearer wrong' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await post(`${tail.url}/v1/traces`, body)).status).toBe(401)
    expect((await post(`${tail.url}/v1/traces`, body, { authorization: 'bearer open-sesame' })).status).toBe(
      200,
    )
  })

  test('survives senders that go away, or say nothing', async () => {
    const tail = await start()
    for (let count = 0; count < 50; count++) {
      const socket = connect(tail.http.port, '127.0.0.1')
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(
        'POST /v1/traces HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
      )
      if (count % 2 === 0) socket.destroy()
      else socket.end()
    }
    expect((await post(`${tail.url}/v1/traces`, bodyOf(spans, 'protobuf'))).status).toBe(200)
  })
})

test('is alive and ready, on both ports', async () => {
  const tail = await start()
  const metrics = tail.metricsUrl.replace('/metrics', '')
  for (const url of [tail.url, metrics]) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }
  expect((await fetch(`${metrics}/other`)).status).toBe(404)
  const page = await fetch(tail.metricsUrl)
  expect(page.headers.get('content-type')).toContain('application/openmetrics-text')
  expect(await page.text()).toMatch(/# EOF\n$/)
})

const storm = loadTraceCases()
  .filter(({ expect: expected }) => expected.some(({ rule }) => rule === 'retry-storm'))
  .map(spansOfCase)[0]

/** The findings of a spans request, and those of a logs request. */
function sentTo(endpoint: OtlpEndpoint) {
  const found: SpanInput[] = []
  const told: LogInput[] = []
  for (const { path, body } of endpoint.received) {
    const problem = (message: string) => expect.unreachable(message)
    if (path === '/v1/traces') readOtlpProtobuf(body, { span: (span) => found.push(span), problem })
    if (path === '/v1/logs') readLogsProtobuf(body, { record: (record) => told.push(record), problem })
  }
  return { found, told }
}

describe('findings', () => {
  test('REQ-38 leave as spans of the trace they are about and as log records, with their own ids', async () => {
    const endpoint = await startEndpoint()
    const tail = await start(
      { export: endpoint.url },
      { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' },
    )
    await post(`${tail.url}/v1/traces`, bodyOf(storm ?? [], 'protobuf'))
    await endpoint.until((received) => received.some(({ path }) => path === '/v1/traces'))
    await tail.stop()
    const expected = findingsOf(storm ?? [])
    const { found, told } = sentTo(endpoint)
    expect(found.map(({ spanId }) => spanId).sort()).toEqual(expected.map(({ id }) => id).sort())
    const [span] = found
    const finding = expected.find(({ id }) => id === span?.spanId)
    expect(span).toMatchObject({
      traceId: finding?.traceId,
      parentSpanId: finding?.spanIds[0],
      name: `finding ${finding?.rule}`,
      scope: 'toolspan.findings',
      service: 'toolspan-tail',
      startMs: finding?.startMs,
      endMs: finding?.endMs,
    })
    expect(span?.attributes['toolspan.finding.id']).toBe(finding?.id)
    expect(told.find(({ attributes }) => attributes['toolspan.finding.id'] === finding?.id)).toMatchObject({
      eventName: 'toolspan.finding',
      traceId: finding?.traceId,
      spanId: finding?.spanIds[0],
      resource: { 'service.name': 'toolspan-tail', 'deployment.environment.name': 'test' },
    })
    expect(endpoint.received.map(({ path }) => path)).toContain('/v1/metrics')
  })

  test('REQ-38 are told of within five seconds, by the settings that everybody has, while the run goes on', async () => {
    const endpoint = await startEndpoint()
    const tail = await start({ export: endpoint.url, judgeAfterMs: '2000', quietMs: '30000' })
    const atMs = Date.now()
    const open = (storm ?? []).filter(({ parentSpanId }) => parentSpanId !== undefined)
    await post(`${tail.url}/v1/traces`, bodyOf(open, 'protobuf'))
    await endpoint.until(() =>
      sentTo(endpoint).told.some(({ attributes }) => attributes['toolspan.finding.rule'] === 'retry-storm'),
    )
    expect(Date.now() - atMs).toBeLessThan(5000)
    expect(sentTo(endpoint).found).toEqual([])
  })

  test('wait until the endpoint wants them again, and arrive then', async () => {
    const endpoint = await startEndpoint()
    let refusals = 0
    endpoint.reply = () => {
      if (refusals === 2) return { status: 200 }
      refusals++
      return { status: 503, headers: { 'retry-after': '1' } }
    }
    const tail = await start({ export: endpoint.url })
    await post(`${tail.url}/v1/traces`, bodyOf(storm ?? [], 'protobuf'))
    await endpoint.until((received) => received.some(({ path }) => path === '/v1/traces'))
    await tail.stop()
    const [first, second] = endpoint.received.filter(({ path }) => path === '/v1/logs')
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(900)
    expect(
      sentTo(endpoint)
        .found.map(({ spanId }) => spanId)
        .sort(),
    ).toEqual(
      findingsOf(storm ?? [])
        .map(({ id }) => id)
        .sort(),
    )
  })

  test('are counted on the metrics page with the trace of the anchor', async () => {
    const tail = await start()
    await post(`${tail.url}/v1/traces`, bodyOf(storm ?? [], 'protobuf'))
    const counted = async () => (await (await fetch(tail.metricsUrl)).text()).split('\n')
    await expect
      .poll(
        async () => (await counted()).filter((line) => /retry-storm.*\} 1 # \{trace_id="/.test(line)).length,
      )
      .toBeGreaterThan(0)
    expect((await counted()).filter((line) => line.includes('unbounded-call'))).not.toEqual([])
  })
})

test('shows how many connections are open beside how many may be', async () => {
  const tail = await start({ maxConnections: '50' })
  const open = () => seriesOf(tail, 'toolspan_tail_connections_open')
  expect(await open()).toBe(0)
  const sockets = [tail.http.port, tail.http.port, tail.grpc?.port ?? 0].map((port) =>
    connect(port, '127.0.0.1'),
  )
  await expect.poll(open).toBe(3)
  expect(await seriesOf(tail, 'toolspan_tail_connections_capacity')).toBe(50)
  for (const socket of sockets) socket.destroy()
  await expect.poll(open).toBe(0)
})

test('refuses to start with half of what TLS needs, and where the port is taken', async () => {
  await expect(startTestTail({ tlsCertFile: '/dev/null' })).rejects.toThrow('tlsKeyFile')
  const tail = await start()
  await expect(startTestTail({ httpPort: String(tail.http.port) })).rejects.toThrow('EADDRINUSE')
})

test('warns where everybody may send', async () => {
  const tail = await start({ listen: '0.0.0.0' })
  expect(tail.logged.join()).toContain('no token is configured')
})
