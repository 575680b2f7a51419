import { expect, test } from 'vitest'
import { createMemoryOutbox } from '../../../src/service/out/outbox.ts'
import type { HeldReport } from '../../../src/service/out/report.ts'
import { createSender, type Sending } from '../../../src/service/out/sender.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { findingOf } from '../../support/finding.ts'

/** A sender whose far side is a function; what it was sent is kept. */
function createTestSender(answer: (reports: readonly HeldReport[]) => Sending) {
  const clock = createFakeClock()
  const outbox = createMemoryOutbox(1000, () => {})
  const sent: string[][] = []
  const counts = { sent: 0, rejected: 0 }
  let notBeforeMs = 0
  const sender = createSender({
    outbox,
    clock,
    random: () => 0.5,
    send(reports) {
      sent.push(reports.map(({ finding }) => finding.id))
      return Promise.resolve(answer(reports))
    },
    notBeforeMs: () => notBeforeMs,
    sent: (count) => {
      counts.sent += count
    },
    rejected: () => {
      counts.rejected++
    },
  })
  return {
    clock,
    outbox,
    sender,
    sent,
    counts,
    waitUntil(ms: number) {
      notBeforeMs = ms
    },
    add(...ids: readonly string[]) {
      for (const id of ids) outbox.add({ finding: findingOf({ id }), traceFlags: 1, atMs: 0 })
    },
    /** Lets promises that are due settle. */
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

test('sends what there is in order, in batches, and lets go of it', async () => {
  const { sender, sent, outbox, counts, add } = createTestSender(() => 'taken')
  add(...Array.from({ length: 300 }, (_, index) => `${index}`))
  await sender.flush()
  expect(sent.map(({ length }) => length)).toEqual([256, 44])
  expect(sent.flat()).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`))
  expect([outbox.size, counts.sent]).toEqual([0, 300])
})

test('sends again what could not be taken, after waits that double up to a minute', async () => {
  let isAway = true
  const { sender, sent, clock, add, settle, outbox } = createTestSender(() => (isAway ? 'not_now' : 'taken'))
  add('a')
  sender.wake()
  await settle()
  const waits: number[] = []
  for (let tries = 1; tries < 9; tries++) {
    const before = clock.now()
    while (sent.length <= tries) {
      clock.advance(500)
      await settle()
    }
    waits.push(clock.now() - before)
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  isAway = false
  clock.advance(60_000)
  await settle()
  expect(outbox.size).toBe(0)
})

test('sends nothing before the receiver wants it, whoever wakes it', async () => {
  const { sender, sent, clock, add, settle, waitUntil } = createTestSender(() => 'not_now')
  waitUntil(clock.now() + 120_000)
  add('a')
  sender.wake()
  await settle()
  sender.wake()
  clock.advance(119_000)
  await settle()
  expect(sent).toEqual([])
  clock.advance(1000)
  await settle()
  expect(sent).toHaveLength(1)
})

test('finds the one report that is never taken, leaves it out, and sends all others', async () => {
  const taken: string[] = []
  const { sender, counts, add, outbox } = createTestSender((reports) => {
    const ids = reports.map(({ finding }) => finding.id)
    if (ids.includes('bad')) return 'rejected'
    taken.push(...ids)
    return 'taken'
  })
  const good = Array.from({ length: 40 }, (_, index) => `${index}`)
  add(...good.slice(0, 17), 'bad', ...good.slice(17))
  await sender.flush()
  expect(taken).toEqual(good)
  expect([outbox.size, counts.sent, counts.rejected]).toEqual([0, 40, 1])
})
