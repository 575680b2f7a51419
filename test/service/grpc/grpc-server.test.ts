import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { fileURLToPath } from 'node:url'
import { Client, credentials, type Metadata, Metadata as MetadataOf, type ServiceError } from '@grpc/grpc-js'
import { afterEach, expect, test } from 'vitest'
import { startTestTail } from '../../support/running-tail.ts'
import { bodyOf } from '../../support/tail-service.ts'
import { trace } from '../../support/trace.ts'

let tail: Awaited<ReturnType<typeof startTestTail>>
let client: Client

async function start(flags: Readonly<Record<string, string>> = {}, options = {}): Promise<void> {
  tail = await startTestTail(flags)
  client = new Client(tail.grpcUrl, credentials.createInsecure(), options)
}

afterEach(async () => {
  client.close()
  await tail.stop()
})

const TRACES = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const LOGS = '/opentelemetry.proto.collector.logs.v1.LogsService/Export'

function call(
  path: string,
  body: Uint8Array,
  metadata: Metadata = new MetadataOf(),
): Promise<Buffer | ServiceError> {
  const asIs = (bytes: Buffer) => bytes
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, asIs, asIs, Buffer.from(body), metadata, (error, answer) =>
      resolve(error ?? answer ?? Buffer.alloc(0)),
    )
  })
}

async function recorded(): Promise<string | undefined> {
  const page = await (await fetch(tail.metricsUrl)).text()
  return page.split('\n').find((line) => line.includes('="recorded"'))
}

const spans = trace({ id: 'a' }, { id: 'b', in: 'a' })

test('takes spans and logs in unary calls, gzipped as well', async () => {
  await start({}, { 'grpc.default_compression_algorithm': 2 })
  expect(await call(TRACES, bodyOf(spans, 'protobuf'))).toHaveLength(0)
  expect(await call(LOGS, new Uint8Array(0))).toHaveLength(0)
  expect(await recorded()).toMatch(/ 2$/)
})

test('refuses what is no request, what is too large, and whoever has no token', async () => {
  await start({
    maxBodyBytes: '1024',
    tokenFile: fileURLToPath(new URL('../../fixtures/token.txt', import.meta.url)),
  })
  const token = readFileSync(new URL('../../fixtures/token.txt', import.meta.url), 'utf8').trim()
  const known = new MetadataOf()
  known.set('authorization', `Bearer ${token}`)
  expect(await call(TRACES, bodyOf(spans, 'protobuf'))).toMatchObject({ code: 16 })
  expect(await call(TRACES, new TextEncoder().encode('nonsense'), known)).toMatchObject({ code: 3 })
  expect(await call(TRACES, new Uint8Array(5000), known)).toMatchObject({ code: 8 })
  expect(await call(TRACES, bodyOf(spans, 'protobuf'), known)).toHaveLength(0)
})

test('says in the details how long to wait when there is no room', async () => {
  await start({ maxSpans: '100' })
  const many = trace(...Array.from({ length: 200 }, (_, index) => ({ id: `s${index}`, trace: `t${index}` })))
  const refused = await call(TRACES, bodyOf(many, 'protobuf'))
  expect(refused).toMatchObject({ code: 8 })
  const [details] = 'metadata' in refused ? refused.metadata.get('grpc-status-details-bin') : []
  expect(details?.toString()).toContain('google.rpc.RetryInfo')
})

test.each([
  ['nothing at all', Buffer.alloc(0)],
  ['half a prefix', Buffer.from([0, 0])],
  ['a length that is too long', Buffer.from([0, 0, 0, 0, 9, 1])],
  ['bytes after the message', Buffer.from([0, 0, 0, 0, 0, 7])],
])('refuses %s', async (_, body) => {
  await start()
  const session = connect(`http://${tail.grpcUrl}`)
  const stream = session.request({ ':method': 'POST', ':path': TRACES, 'content-type': 'application/grpc' })
  const answered = once(stream, 'response')
  stream.end(body)
  const [headers]: unknown[] = await answered
  session.destroy()
  expect(headers).toMatchObject({ 'grpc-status': '3' })
})

test('says that it does not know other methods', async () => {
  await start()
  expect(
    await call('/opentelemetry.proto.collector.metrics.v1.MetricsService/Export', Buffer.alloc(0)),
  ).toMatchObject({
    code: 12,
  })
})
