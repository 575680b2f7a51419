import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestTail } from '../../support/running-tail.ts'
import { bodyOf } from '../../support/tail-service.ts'
import { findingsOf, trace } from '../../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

type Tail = Awaited<ReturnType<typeof startTestTail>>

let tail: Tail
let downstream: Server
let url = ''
let received: Buffer[] = []
/** What the downstream answers, byte for byte. */
let answer = Buffer.alloc(0)

beforeEach(async () => {
  received = []
  downstream = createServer((socket: Socket) => {
    let request = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      request = Buffer.concat([request, chunk])
      if (!isComplete(request)) return
      received.push(request)
      request = Buffer.alloc(0)
      socket.write(answer)
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => downstream.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(downstream.address() as AddressInfo).port}`
})
afterEach(async () => {
  await tail.stop()
  downstream.close()
})

/** Whether a request is all there: by its length, or by its last chunk. */
function isComplete(request: Buffer): boolean {
  const end = request.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = request.subarray(0, end).toString('latin1').toLowerCase()
  if (head.includes('transfer-encoding: chunked'))
    return request.subarray(-5).equals(Buffer.from('0\r\n\r\n'))
  const [, length = '0'] = /content-length: (\d+)/.exec(head) ?? []
  return request.length - end - 4 >= Number(length)
}

/** Sends bytes as they are; what came back until `isDone` of it. */
function exchange(port: number, bytes: Buffer, isDone: (got: Buffer) => boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let got = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk])
      if (!isDone(got)) return
      socket.destroy()
      resolve(got)
    })
    socket.on('error', reject)
  })
}

/** Without what belongs to one connection. */
function withoutConnection(bytes: Buffer | undefined): string {
  return (bytes ?? Buffer.alloc(0)).toString('latin1').replaceAll(/^(connection|keep-alive): .*\r\n/gim, '')
}

function requestBytes(path: string, headers: readonly string[], body: Uint8Array): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...headers,
    `Content-Length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

const storm = loadTraceCases().find(({ expect: found }) => found.some(({ rule }) => rule === 'retry-storm'))
const spans = storm === undefined ? [] : spansOfCase(storm)
const TYPE = 'Content-Type: application/x-protobuf'

async function counted(begin: string): Promise<number> {
  const page = await (await fetch(tail.metricsUrl)).text()
  return page
    .split('\n')
    .filter((line) => line.startsWith(begin))
    .reduce((sum, line) => sum + Number(/\} (\S+)/.exec(line)?.[1]), 0)
}

const SETTLED = 'toolspan_tail_spans_settled_total{toolspan_tail_outcome="recorded"'

test.each([
  [
    'traces that it reads',
    '/v1/traces',
    [TYPE, 'X-Tenant: a', 'x-TENANT: b', 'User-Agent: x'],
    bodyOf(spans, 'protobuf'),
  ],
  ['metrics that it does not read', '/v1/metrics?a=%20b', [TYPE], Buffer.from('any bytes \0\x01\xff')],
  ['gzipped traces', '/v1/traces', [TYPE, 'Content-Encoding: gzip'], gzipSync(bodyOf(spans, 'protobuf'))],
  ['what nobody can read', '/v1/traces', [TYPE, 'Content-Encoding: zstd'], Buffer.from('nonsense')],
  [
    'an empty body',
    '/v1/logs',
    ['Content-Type: application/json', 'Authorization: Bearer x'],
    Buffer.alloc(0),
  ],
])('passes on %s, and the answer, without a byte of difference', async (_, path, headers, body) => {
  tail = await startTestTail({ forward: url })
  answer = Buffer.from(
    'HTTP/1.1 429 Slow Down\r\nContent-Type: text/x-odd\r\nRetry-After: 7\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 5\r\n\r\nsorry',
  )
  const sent = requestBytes(path, headers, body)
  const got = await exchange(tail.http.port, sent, (bytes) => bytes.includes('sorry'))
  expect(withoutConnection(received[0])).toBe(withoutConnection(sent))
  expect(withoutConnection(got)).toBe(withoutConnection(answer))
})

test('passes on what comes in chunks while it comes', async () => {
  tail = await startTestTail({ forward: url })
  answer = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n')
  const sent = Buffer.from(
    `POST /v1/traces HTTP/1.1\r\nHost: ${new URL(url).host}\r\nTransfer-Encoding: chunked\r\n${TYPE}\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  )
  const got = await exchange(tail.http.port, sent, (bytes) => bytes.includes('0\r\n\r\n'))
  expect(withoutConnection(received[0])).toBe(withoutConnection(sent))
  expect(withoutConnection(got)).toBe(withoutConnection(answer))
})

test('REQ-36 finds in the copy what check finds, and forwards all the same when it has no room', async () => {
  tail = await startTestTail({ forward: url, maxSpans: '150' })
  answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
  const isOk = (bytes: Buffer) => bytes.includes('ok')
  await exchange(tail.http.port, requestBytes('/v1/traces', [TYPE], bodyOf(spans, 'protobuf')), isOk)
  await expect.poll(() => counted(SETTLED)).toBe(spans.length)
  await expect.poll(() => counted('toolspan_findings_total')).toBe(findingsOf(spans).length)
  const many = trace(...Array.from({ length: 400 }, (_, index) => ({ id: `s${index}`, trace: `t${index}` })))
  const got = await exchange(
    tail.http.port,
    requestBytes('/v1/traces', [TYPE], bodyOf(many, 'protobuf')),
    isOk,
  )
  expect(got.toString()).toContain('200 OK')
})

test('says that the receiver is away in a way that makes senders come again', async () => {
  tail = await startTestTail({ forward: 'http://127.0.0.1:1' })
  const got = await fetch(`${tail.url}/v1/traces`, { method: 'POST', body: 'x' })
  expect(got.status).toBe(502)
})
