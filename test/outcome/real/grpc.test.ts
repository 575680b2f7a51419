import {
  credentials,
  makeGenericClientConstructor,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import { lost, refusedFor, turnedAway } from './http-rows.ts'
import { closedPort } from './loopback.ts'
import { expectMeaning, type Meaning, thrownBy } from './meaning.ts'

const bytes = { serialize: (value: Buffer) => value, deserialize: (value: Buffer) => value }
/** A service whose one method ends with the status that its request names; 0 = it never answers. */
const service: ServiceDefinition = {
  fail: {
    path: '/loopback.Failing/Fail',
    requestStream: false,
    responseStream: false,
    requestSerialize: bytes.serialize,
    requestDeserialize: bytes.deserialize,
    responseSerialize: bytes.serialize,
    responseDeserialize: bytes.deserialize,
  },
}
const Client = makeGenericClientConstructor(service, 'Failing')

let server: Server
let address: string
beforeAll(async () => {
  server = new Server()
  server.addService(service, {
    fail(call: { request: Buffer }, callback: (error: object) => void) {
      const [code = 0] = call.request
      if (code !== 0) callback({ code, details: `the server says ${code}` })
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
  address = `127.0.0.1:${port}`
})
afterAll(() => server.forceShutdown())

function call(target: string, code: number, timeoutMs = 30_000): Promise<unknown> {
  const client = new Client(target, credentials.createInsecure(), { 'grpc.enable_retries': 0 })
  const method: unknown = client.fail
  if (typeof method !== 'function') throw new Error('the service has no method')
  return new Promise((resolve, reject) => {
    method.call(
      client,
      Buffer.from([code]),
      { deadline: Date.now() + timeoutMs },
      (error: unknown, value: unknown) => {
        client.close()
        if (error === null) resolve(value)
        else reject(error)
      },
    )
  })
}

const open: Meaning = { status: 'failed', category: undefined, retryable: undefined }

describe('errors of @grpc/grpc-js, thrown by itself', () => {
  it.each<[keyof typeof status, Meaning]>([
    ['UNKNOWN', { ...open, write: { status: 'indeterminate', retryable: false } }],
    ['INVALID_ARGUMENT', refusedFor('validation')],
    ['DEADLINE_EXCEEDED', lost],
    ['NOT_FOUND', refusedFor(undefined)],
    ['ALREADY_EXISTS', refusedFor('validation')],
    ['PERMISSION_DENIED', refusedFor('permission')],
    ['RESOURCE_EXHAUSTED', open],
    ['FAILED_PRECONDITION', refusedFor('business')],
    ['ABORTED', turnedAway],
    ['OUT_OF_RANGE', refusedFor('validation')],
    ['UNIMPLEMENTED', refusedFor('other')],
    ['INTERNAL', lost],
    ['UNAVAILABLE', lost],
    ['UNAUTHENTICATED', refusedFor('permission')],
  ])('REQ-3 %s', async (name, means) => {
    const code = status[name]
    expectMeaning(await thrownBy(() => call(address, code)), { ...means, code: String(code) })
  })

  it('REQ-3 no answer in time', async () => {
    expectMeaning(await thrownBy(() => call(address, 0, 80)), { ...lost, code: '4' })
  })

  it('REQ-18 nobody listening: never sent', async () => {
    const error = await thrownBy(async () => call(`127.0.0.1:${await closedPort()}`, 1))
    expectMeaning(error, { ...turnedAway, code: '14' })
  })

  it('REQ-1 a server that says cancelled', async () => {
    const error = await thrownBy(() => call(address, status.CANCELLED))
    expect(classifyError(error, { effect: 'read' }).status).toBe('cancelled')
  })
})
