import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { fileURLToPath } from 'node:url'
import { Client, credentials } from '@grpc/grpc-js'
import { afterEach, expect, test } from 'vitest'
import { startTestTail } from '../support/running-tail.ts'
import { bodyOf } from '../support/tail-service.ts'
import { trace } from '../support/trace.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))
const fileOf = (name: string) => readFileSync(pathOf(name))

const FLAGS = { tlsCertFile: pathOf('server.crt'), tlsKeyFile: pathOf('server.key') }
const body = bodyOf(trace({ id: 'a' }), 'protobuf')

let tail: Awaited<ReturnType<typeof startTestTail>>
afterEach(() => tail.stop())

/** The status, or the code of what went wrong. */
function post(options: {
  readonly cert?: Buffer
  readonly key?: Buffer
}): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      {
        ...options,
        ca: fileOf('ca.crt'),
        host: '127.0.0.1',
        port: tail.http.port,
        path: '/v1/traces',
        method: 'POST',
        headers: { 'content-type': 'application/x-protobuf' },
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    sent.end(body)
  })
}

const client = { cert: fileOf('client.crt'), key: fileOf('client.key') }

test('speaks TLS', async () => {
  tail = await startTestTail(FLAGS)
  expect(await post({})).toBe(200)
})

test('lets only those in whose certificate is signed by the authority that it was given', async () => {
  tail = await startTestTail({ ...FLAGS, tlsCaFile: pathOf('ca.crt'), listen: '0.0.0.0' })
  expect(await post(client)).toBe(200)
  expect(await post({})).toMatch(/^E(RR|CONN|PIPE|PROTO)/)
  expect(tail.logged.join()).not.toContain('no token')
})

test('does the same for gRPC', async () => {
  tail = await startTestTail({ ...FLAGS, tlsCaFile: pathOf('ca.crt') })
  const asIs = (bytes: Buffer) => bytes
  const call = (...pair: [] | [Buffer, Buffer]) =>
    new Promise((resolve) => {
      const caller = new Client(
        `localhost:${tail.grpc?.port}`,
        credentials.createSsl(fileOf('ca.crt'), ...pair),
      )
      const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
      caller.makeUnaryRequest(path, asIs, asIs, Buffer.from(body), (error) => {
        caller.close()
        resolve(error?.code ?? 'taken')
      })
    })
  expect(await call(client.key, client.cert)).toBe('taken')
  expect(await call()).toBe(14)
})
