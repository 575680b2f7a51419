import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRandom, type Random } from '../../bench/check/data/random.ts'
import * as names from '../../src/semconv/tail-metrics.ts'
import { startTailProcess, type TailProcess } from '../support/tail-process.ts'
import { bodyOf, createTestTail } from '../support/tail-service.ts'
import { trace } from '../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../support/trace-cases.ts'

const BODIES = 40_000

/** A copy with bytes that were changed, taken out, or put in. */
function mutated(body: Uint8Array, random: Random): Uint8Array {
  const copy = Array.from(body)
  for (let changes = random.between(1, 6); changes > 0; changes--) {
    const at = random.between(0, Math.max(0, copy.length - 1))
    const how = random.between(0, 3)
    if (how === 0) copy[at] = random.between(0, 255)
    else if (how === 1) copy.splice(at, random.between(1, 20))
    else if (how === 2) copy.splice(at, 0, random.between(0, 255), random.between(0, 255))
    else copy.length = at
  }
  return Uint8Array.from(copy)
}

test(`answers each of ${BODIES} mutated bodies, and counts every span of them once`, {
  timeout: 300_000,
}, () => {
  const random = createRandom(7)
  const tail = createTestTail({ limits: { maxSpans: 50_000 } })
  const originals = loadTraceCases()
    .map(spansOfCase)
    .filter(({ length }) => length < 12)
    .flatMap((spans) => [
      { body: bodyOf(spans, 'protobuf'), format: 'protobuf' as const },
      { body: bodyOf(spans, 'json'), format: 'json' as const },
    ])
  for (let count = 0; count < BODIES; count++) {
    const { body, format } = random.pick([originals[0] ?? expect.unreachable(), ...originals])
    const answer = tail.send(mutated(body, random), format)
    expect(answer).toBeDefined()
    if (count % 500 === 0) {
      tail.pass(31_000)
    }
  }
  expect(tail.faults).toEqual([])
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED)).toBe(tail.counted(names.METRIC_TAIL_SPANS_RECEIVED))
  // Spans of runs that are over are known when they come again.
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'recorded')).toBeGreaterThan(100)
  expect(tail.counted(names.METRIC_TAIL_SPANS_SETTLED, 'duplicate')).toBeGreaterThan(1000)
  expect(tail.sendSpans(trace({ id: 'good', trace: 'good' }))).toEqual({ rejected: 0, message: undefined })
})

let tail: TailProcess
let sockets: Socket[] = []
beforeEach(() => {
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await tail?.kill()
})

test('comes through 10,000 connections that say nothing, or only half', { timeout: 120_000 }, async () => {
  tail = await startTailProcess({ 'http-port': '0', 'grpc-port': '0', 'metrics-port': '0', state: 'memory' })
  for (let count = 0; count < 10_000; count++) {
    const socket = connect(tail.httpPort, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    if (count % 3 === 0) socket.write('POST /v1/traces HTTP/1.1\r\nhost: a\r\n')
    if (count % 3 === 1) socket.end('POST /v1/')
    if (count % 100 === 0) await once(socket, 'connect').catch(() => {})
  }
  const isReady = async () => {
    try {
      return (await fetch(`http://127.0.0.1:${tail.httpPort}/readyz`)).status
    } catch {
      return 0
    }
  }
  // Connections that do not finish their headers are ended after ten seconds.
  await expect.poll(isReady, { timeout: 60_000, interval: 500 }).toBe(200)
})
