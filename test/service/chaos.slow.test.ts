import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOtlpProtobuf } from '../../src/tail/facts/otlp-protobuf.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { type OtlpEndpoint, type Received, type Reply, startOtlpEndpoint } from '../support/otlp-endpoint.ts'
import { startTailProcess, type TailProcess } from '../support/tail-process.ts'
import { bodyOf } from '../support/tail-service.ts'
import { findingsOf } from '../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../support/trace-cases.ts'

/** 100 by hand: `KILLS=100 vitest run --project=slow test/service/chaos`. */
const KILLS = Number(process.env.KILLS ?? 25)

let folder = ''
let endpoint: OtlpEndpoint
let tail: TailProcess

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-chaos-'))
  endpoint = await startOtlpEndpoint()
})
afterEach(async () => {
  await tail.kill()
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Traces that are runs of their own, each in the order in which its spans ended. */
const runs = loadTraceCases()
  .map(spansOfCase)
  .filter((spans) => new Set(spans.map(({ traceId }) => traceId)).size === 1)
  .map((spans) => spans.toSorted((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0)))
const expected = runs.flatMap(findingsOf).map(({ id }) => id)

/** The ids of finding spans that arrived. */
function arrived(): Set<string> {
  return new Set(endpoint.received.flatMap(spanIdsOf))
}

function spanIdsOf({ path, body }: Received): string[] {
  const ids: string[] = []
  if (path !== '/v1/traces') return ids
  readOtlpProtobuf(body, {
    span: ({ spanId }) => ids.push(spanId),
    problem: (message) => expect.unreachable(message),
  })
  return ids
}

/** Every run is over, and nothing waits to be sent. */
async function untilAllIsOver(): Promise<void> {
  const left = async (): Promise<number> =>
    (await level('toolspan_tail_spans_held')) + (await level('toolspan_tail_outbox_held'))
  await expect.poll(left, { timeout: 240_000, interval: 500 }).toBe(0)
}

async function level(name: string): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${tail.metricsPort}/metrics`)).text()
  const line = page.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}

function expectWhatCheckFinds(): void {
  expect([...arrived()].sort()).toEqual([...new Set(expected)].sort())
}

function start(ports: { readonly httpPort: number; readonly metricsPort: number }): Promise<TailProcess> {
  return startTailProcess({
    'http-port': String(ports.httpPort),
    'grpc-port': '0',
    'metrics-port': String(ports.metricsPort),
    state: folder,
    export: endpoint.url,
    // Often judged on what is only a part.
    'judge-after-ms': '100',
    // Some runs have no root that could end them.
    'max-idle-ms': '60000',
    'metric-interval-ms': '3600000',
  })
}

/** As a sender does it: again until it is taken. */
async function send(spans: readonly SpanInput[]): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${tail.httpPort}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-protobuf' },
        body: new Uint8Array(bodyOf(spans, 'protobuf')),
      })
      if (answer.status === 200) return
    } catch {
      // It was killed: it comes again.
    }
    await wait(20)
  }
}

/** Spans of all runs, mixed, a few a request. */
function* requests(size: number): Generator<SpanInput[]> {
  const left = runs.map((spans) => [...spans])
  let request: SpanInput[] = []
  while (left.some((spans) => spans.length > 0)) {
    for (const spans of left) request.push(...spans.splice(0, 1))
    while (request.length > 0) {
      yield request.slice(0, size)
      request = request.slice(size)
    }
  }
}

/** Sends everything, and kills the service now and then until it was killed often enough. */
async function sendUnderKills(kills: number): Promise<void> {
  let isSent = false
  const sending = (async () => {
    const all = [...requests(4)]
    for (const spans of all) {
      await send(spans)
      if (Math.random() < kills / all.length) await wait(50)
    }
    isSent = true
  })()
  for (let count = 0; count < kills; count++) {
    await wait(Math.random() * (isSent ? 1500 : 300))
    await tail.kill()
    tail = await start(tail)
  }
  await sending
}

test(`REQ-38 loses and invents no finding when it is killed ${KILLS} times in the middle of everything`, {
  timeout: 300_000 + KILLS * 15_000,
}, async () => {
  tail = await start({ httpPort: 0, metricsPort: 0 })
  await sendUnderKills(KILLS)
  await untilAllIsOver()
  expectWhatCheckFinds()
})

const REPLIES: readonly Reply[] = [
  { status: 503 },
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 200, afterMs: 3000 },
  { status: 500 },
  { status: 503, hang: true },
  { status: 200, hang: true },
]
const KILLS_OF_BOTH = 5

test('REQ-38 loses no finding while it is killed and the endpoint is slow, refuses, or breaks off its answers', {
  timeout: 400_000,
}, async () => {
  let answers = 0
  endpoint.reply = () => (answers++ % 2 === 0 ? REPLIES[(answers >> 1) % REPLIES.length] : undefined) ?? OK
  tail = await start({ httpPort: 0, metricsPort: 0 })
  await sendUnderKills(KILLS_OF_BOTH)
  await untilAllIsOver()
  expectWhatCheckFinds()
  expect(answers).toBeGreaterThan(REPLIES.length)
  expect(await tail.end()).toBe(0)
})

test('REQ-38 loses the one finding that the endpoint will never take, and no other', {
  timeout: 300_000,
}, async () => {
  const [refused = ''] = expected
  // The id of a finding stands in every record about it as a text.
  endpoint.reply = ({ body }) => (Buffer.from(body).includes(refused) ? { status: 400 } : OK)
  tail = await start({ httpPort: 0, metricsPort: 0 })
  for (const spans of requests(50)) await send(spans)
  await untilAllIsOver()
  const taken = new Set(endpoint.received.filter((got) => endpoint.reply(got) === OK).flatMap(spanIdsOf))
  expect([...taken].sort()).toEqual([...new Set(expected)].filter((id) => id !== refused).sort())
})

test('REQ-38 changes no byte of what it forwards while it is killed, and answers only what the receiver answers', {
  timeout: 400_000,
}, async () => {
  const receiver = await startOtlpEndpoint()
  receiver.reply = ({ body }) => ({
    status: 200 + (body.length % 90),
    headers: { 'x-length': `${body.length}` },
  })
  const flags = { forward: receiver.url, 'http-port': '0', 'metrics-port': '0', state: folder }
  tail = await startTailProcess(flags)
  const bodies = [...requests(7)].map((spans) => Buffer.from(bodyOf(spans, 'protobuf')))
  let kills = 0
  const killing = (async () => {
    for (; kills < KILLS_OF_BOTH; kills++) {
      await wait(Math.random() * 500)
      await tail.kill()
      tail = await startTailProcess({ ...flags, 'http-port': String(tail.httpPort) })
    }
  })()
  // Until the last kill is over requests are under way: what was cut off is sent again.
  for (let round = 0; round === 0 || kills < KILLS_OF_BOTH; round++)
    for (const [index, body] of bodies.entries()) await forward(body, `${round}-${index}`)
  await killing
  const sent = new Map(bodies.map((body, index) => [index, body]))
  expect(receiver.received.length).toBeGreaterThanOrEqual(bodies.length)
  for (const { path, headers, body } of receiver.received) {
    expect(path).toBe('/v1/traces?tenant=a')
    expect(headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      authorization: 'Bearer theirs',
    })
    const index = Number(String(headers['x-place']).split('-')[1])
    expect(Buffer.from(body).equals(sent.get(index) ?? Buffer.alloc(0))).toBe(true)
  }
  await receiver.close()
})

/** Sends a request until it was answered, and looks at whose answer it is. */
async function forward(body: Buffer, place: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${tail.httpPort}/v1/traces?tenant=a`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf', authorization: 'Bearer theirs', 'x-place': place },
      body: new Uint8Array(body),
    }).catch(() => undefined)
    if (answer !== undefined) {
      expect([answer.status, answer.headers.get('x-length')]).toEqual([
        200 + (body.length % 90),
        String(body.length),
      ])
      return
    }
    await wait(20)
  }
}

const OK: Reply = Object.freeze({ status: 200 })
