import { expect, test } from 'vitest'
import * as names from '../../../src/semconv/tail-metrics.ts'
import { createIntakeQueue } from '../../../src/service/intake/intake-queue.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { bodyOf, createTestTail } from '../../support/tail-service.ts'
import { trace } from '../../support/trace.ts'

const MANY = 12_000
const many = trace(
  ...Array.from({ length: MANY }, (_, index) => ({ id: `s${index}`, trace: `t${index % 20}` })),
)

test.each(['protobuf', 'json'] as const)(
  'takes a long body in pieces, as a whole, and what comes meanwhile after it (%s)',
  (format) => {
    const tail = createTestTail()
    const answers: string[] = []
    const take = (body: Uint8Array, name: string) =>
      tail.service.take('traces', body, format, (answer) => answers.push(`${name} ${JSON.stringify(answer)}`))
    const long = bodyOf(many, format)
    expect(long.length).toBeGreaterThan(1024 * 1024)
    take(bodyOf(trace({ id: 'a', trace: 'before' }), format), 'before')
    take(long, 'long')
    take(bodyOf(trace({ id: 'b', trace: 'after' }), format), 'after')
    // The bytes are somebody else's once they were handed over.
    long.fill(0)
    let turns = 0
    for (; tail.turn() > 0; turns++) {
      tail.tick()
      const held = tail.counted(names.METRIC_TAIL_SPANS_RECEIVED)
      expect([0, 1, 1 + MANY, 2 + MANY]).toContain(held)
    }
    expect(turns).toBeGreaterThan(3)
    expect(answers).toEqual(['before', 'long', 'after'].map((name) => `${name} {"rejected":0}`))
    expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(2 + MANY)
    expect(tail.faults).toEqual([])
  },
)

test('keeps nothing of a long body that turns out to be broken at its end', () => {
  const tail = createTestTail()
  const answers: unknown[] = []
  const long = bodyOf(many, 'protobuf')
  tail.service.take('traces', long.subarray(0, long.length - 2), 'protobuf', (answer) => answers.push(answer))
  while (tail.turn() > 0) tail.tick()
  expect(answers).toEqual([expect.objectContaining({ status: 400 })])
  expect(tail.counted(names.METRIC_TAIL_SPANS_HELD)).toBe(0)
})

test('takes what waits before it ends, and tells senders to wait where too much does', () => {
  const tail = createTestTail()
  let answered = 0
  const long = bodyOf(many, 'protobuf')
  for (let bytes = 0; bytes < 130 * 1024 * 1024; bytes += long.length)
    tail.service.take('traces', long, 'protobuf', () => answered++)
  expect(tail.service.refusal()).toMatchObject({ status: 429 })
  tail.service.finish()
  expect(answered).toBeGreaterThan(10)
})

test('a queue does what is short at once where nothing waits', () => {
  const done: string[] = []
  const queue = createIntakeQueue(() => {}, createFakeClock())
  const work = (name: string, isLong: boolean) => ({
    isLong,
    bytes: Uint8Array.of(1, 2),
    run() {
      done.push(name)
      return false
    },
  })
  queue.add(work('a', false))
  expect(done).toEqual(['a'])
  queue.add(work('b', true))
  queue.add(work('c', false))
  expect([done, queue.bytes]).toEqual([['a'], 4])
  queue.drain()
  expect([done, queue.bytes]).toEqual([['a', 'b', 'c'], 0])
})

test('what comes when enough was taken in a turn waits for the next one, in its order', () => {
  const done: string[] = []
  const clock = createFakeClock()
  let turns: (() => void)[] = []
  const endTurn = () => {
    const due = turns
    turns = []
    for (const run of due) run()
  }
  const queue = createIntakeQueue((run) => turns.push(run), clock)
  const work = (name: string) => ({
    isLong: false,
    bytes: Uint8Array.of(1),
    run() {
      done.push(name)
      clock.advance(6)
      return false
    },
  })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) queue.add(work(name))
  expect([done, queue.bytes]).toEqual([['a', 'b'], 4])
  endTurn()
  expect(done).toEqual(['a', 'b'])
  endTurn()
  expect(done).toEqual(['a', 'b', 'c', 'd'])
  queue.add(work('g'))
  endTurn()
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  endTurn()
  endTurn()
  expect([done.at(-1), queue.bytes, turns.length]).toEqual(['g', 0, 0])
  queue.add(work('h'))
  expect(done.at(-1)).toBe('h')
})

test('bytes that were lent are not copied, and are given back once when they are done with', () => {
  const released: string[] = []
  let turns: (() => void)[] = []
  const queue = createIntakeQueue((run) => turns.push(run), createFakeClock())
  const seen: Uint8Array[] = []
  const lent = Uint8Array.of(1, 2, 3)
  const work = (isLong: boolean, pieces: number) => {
    let left = pieces
    return {
      isLong,
      bytes: lent,
      run(bytes: Uint8Array) {
        seen.push(bytes)
        return --left > 0
      },
    }
  }
  queue.add(work(false, 1), () => released.push('short'))
  expect(released).toEqual(['short'])
  queue.add(work(true, 20), () => released.push('long'))
  for (let turn = 0; turn < 4; turn++) {
    expect(released).toEqual(seen.length < 21 ? ['short'] : ['short', 'long'])
    const due = turns
    turns = []
    for (const run of due) run()
  }
  expect(released).toEqual(['short', 'long'])
  expect(seen.length).toBe(21)
  expect(seen.every((bytes) => bytes === lent)).toBe(true)
})
