import {
  Client,
  credentials,
  type Metadata as Given,
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceError,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestTail } from '../../support/running-tail.ts'
import { bodyOf } from '../../support/tail-service.ts'
import { trace } from '../../support/trace.ts'

const asIs = (bytes: Buffer) => bytes
const PATH = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'

let tail: Awaited<ReturnType<typeof startTestTail>>
let downstream: Server
let client: Client
let seen: { body: Buffer; metadata: Given }[] = []
let refusal: { code: number; details: string; metadata: Metadata } | undefined

beforeEach(async () => {
  seen = []
  refusal = undefined
  downstream = new Server()
  const method = { path: PATH, requestStream: false, responseStream: false } as const
  const codec = {
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  }
  downstream.addService(
    { Export: { ...method, ...codec } },
    {
      Export(call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) {
        seen.push({ body: call.request, metadata: call.metadata })
        callback(refusal ?? null, Buffer.from([1, 2, 3]))
      },
    },
  )
  const port = await new Promise<number>((resolve, reject) =>
    downstream.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  )
  tail = await startTestTail({ forwardGrpc: `http://127.0.0.1:${port}` })
  client = new Client(tail.grpcUrl, credentials.createInsecure(), { 'grpc.default_compression_algorithm': 2 })
})
afterEach(async () => {
  client.close()
  downstream.forceShutdown()
  await tail.stop()
})

function call(body: Uint8Array, metadata: Metadata): Promise<Buffer | ServiceError> {
  return new Promise((resolve) => {
    client.makeUnaryRequest(PATH, asIs, asIs, Buffer.from(body), metadata, (error, answer) =>
      resolve(error ?? answer ?? Buffer.alloc(0)),
    )
  })
}

const spans = trace({ id: 'a' }, { id: 'b', in: 'a' })

test('passes a call on with its metadata, the answer back, and looks at the copy', async () => {
  const metadata = new Metadata()
  metadata.set('x-tenant', 'a')
  const body = bodyOf(spans, 'protobuf')
  expect(await call(body, metadata)).toEqual(Buffer.from([1, 2, 3]))
  expect(seen[0]?.body.equals(body)).toBe(true)
  expect(seen[0]?.metadata.get('x-tenant')).toEqual(['a'])
  await expect
    .poll(async () =>
      (await (await fetch(tail.metricsUrl)).text()).split('\n').find((line) => line.includes('="recorded"')),
    )
    .toMatch(/ 2$/)
})

test('passes a refusal back with its details', async () => {
  const metadata = new Metadata()
  metadata.set('x-why', 'full')
  refusal = { code: 8, details: 'slow down', metadata }
  const got = await call(bodyOf(spans, 'protobuf'), new Metadata())
  expect(got).toMatchObject({ code: 8, details: 'slow down' })
  expect('metadata' in got ? got.metadata.get('x-why') : []).toEqual(['full'])
})

test('says UNAVAILABLE while the receiver is away', async () => {
  downstream.forceShutdown()
  expect(await call(bodyOf(spans, 'protobuf'), new Metadata())).toMatchObject({ code: 14 })
})
