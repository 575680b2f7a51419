// Not in CI yet: it passes on a machine that is not busy, and reports findings that differ where three of it run at once (issue 7).
// By hand: cp test/service/chaos.by-hand.ts test/service/chaos.slow.test.ts && npx vitest run --project=slow test/service/chaos
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOtlpProtobuf } from '../../src/tail/facts/otlp-protobuf.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { type OtlpEndpoint, type Reply, startOtlpEndpoint } from '../support/otlp-endpoint.ts'
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
  const ids = new Set<string>()
  for (const { path, body } of endpoint.received) {
    if (path !== '/v1/traces') continue
    readOtlpProtobuf(body, {
      span: ({ spanId }) => ids.add(spanId),
      problem: (message) => expect.unreachable(message),
    })
  }
  return ids
}

async function untilAllArrived(): Promise<void> {
  await expect
    .poll(() => expected.filter((id) => !arrived().has(id)), { timeout: 60_000, interval: 200 })
    .toEqual([])
}

function start(ports: { readonly httpPort: number; readonly metricsPort: number }): Promise<TailProcess> {
  return startTailProcess({
    'http-port': String(ports.httpPort),
    'grpc-port': '0',
    'metrics-port': String(ports.metricsPort),
    state: folder,
    export: endpoint.url,
    'judge-after-ms': '500',
    'quiet-ms': '4000',
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

test(`REQ-38 loses and invents no finding when it is killed ${KILLS} times in the middle of everything`, {
  timeout: 60_000 + KILLS * 6000,
}, async () => {
  tail = await start({ httpPort: 0, metricsPort: 0 })
  let isSent = false
  const sending = (async () => {
    const all = [...requests(4)]
    for (const [index, spans] of all.entries()) {
      await send(spans)
      if (Math.random() < KILLS / all.length) await wait(50)
      if (index === all.length - 1) isSent = true
    }
  })()
  for (let kills = 0; kills < KILLS; kills++) {
    await wait(Math.random() * (isSent ? 1500 : 300))
    await tail.kill()
    tail = await start(tail)
  }
  await sending
  await untilAllArrived()
  expect([...arrived()].sort()).toEqual([...new Set(expected)].sort())
})

const REPLIES: readonly Reply[] = [
  { status: 503 },
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 500 },
  { status: 503, hang: true },
]

test('loses no finding while the endpoint is down, refuses, or breaks off its answers', {
  timeout: 120_000,
}, async () => {
  let answers = 0
  endpoint.reply = () => REPLIES[answers++] ?? { status: 200 }
  tail = await start({ httpPort: 0, metricsPort: 0 })
  for (const spans of requests(50)) await send(spans)
  await untilAllArrived()
  expect(answers).toBeGreaterThan(REPLIES.length)
  expect(await tail.end()).toBe(0)
})
