import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openAttempt } from '../../src/budget/current-attempt.ts'
import { recover } from '../../src/budget/recover.ts'
import { readWireEcho } from '../../src/budget/wire-echo.ts'
import { ledgerToSend, readWireLedger } from '../../src/budget/wire-ledger.ts'
import { createFakeClock } from '../support/fake-clock.ts'

const LEDGER = { operation: 'order-88', budget: 'b-7c1e', retriesLeft: 2, msLeft: 9000, attempt: 1 }
const ECHO = { budget: 'b-7c1e', spent: 2 }

describe('what is sent', () => {
  test('is what is left at that moment, and nothing once the budget has ended', async () => {
    const clock = createFakeClock()
    let send: (() => unknown) | undefined
    const sent: unknown[] = []
    await recover(
      { owner: 'coordinator', operation: 'order-88', maxAttempts: 3, deadlineMs: 10_000, clock },
      () => {
        const attempt = openAttempt()
        if (attempt === undefined) throw new Error('no attempt')
        send = () => ledgerToSend(attempt)
        sent.push(send())
        clock.advance(1000.5)
        sent.push(send())
      },
    )
    sent.push(send?.())
    const budget = expect.stringMatching(/^[0-9a-f]{16}$/)
    expect(sent).toEqual([
      { operation: 'order-88', budget, retriesLeft: 2, msLeft: 10_000, attempt: 1 },
      { operation: 'order-88', budget, retriesLeft: 2, msLeft: 9000, attempt: 1 },
      undefined,
    ])
  })

  test('is never more than what anybody waits for, and always something that is believed', async () => {
    const clock = createFakeClock()
    const huge = Number.MAX_SAFE_INTEGER
    await recover(
      { owner: 'coordinator', maxAttempts: huge, deadlineMs: 2_147_483_647, attemptTimeoutMs: 500, clock },
      () => {
        const attempt = openAttempt()
        const sent = attempt && ledgerToSend(attempt)
        expect(sent).toMatchObject({ retriesLeft: 1_000_000, msLeft: 500 })
        expect(readWireLedger(JSON.parse(JSON.stringify(sent)))).toEqual(sent)
        clock.advance(500)
        expect(attempt && readWireLedger(ledgerToSend(attempt))).toMatchObject({ msLeft: 1 })
      },
    )
  })
})

describe('what comes in', () => {
  test('is believed within its bounds', () => {
    expect(readWireLedger(LEDGER)).toEqual(LEDGER)
    const edges = { ...LEDGER, retriesLeft: 0, msLeft: 1, operation: 'x'.repeat(256), leg: 'l' }
    expect(readWireLedger(edges)).toEqual(edges)
    expect(readWireEcho({ ...ECHO, leg: 'l', retryAfterMs: 0 })).toEqual({
      ...ECHO,
      leg: 'l',
      retryAfterMs: 0,
    })
  })

  test('may carry more than is known, which is not read', () => {
    expect(readWireLedger({ ...LEDGER, newer: true, approvedBy: 'me' })).toEqual(LEDGER)
    expect(readWireEcho({ ...ECHO, newer: true })).toEqual(ECHO)
  })

  const hostile: [string, unknown, string][] = [
    ['nothing', null, 'wrong_type'],
    ['a text', 'budget', 'wrong_type'],
    ['a list', [LEDGER], 'wrong_type'],
    ['an empty object', {}, 'wrong_type'],
    ['a number as a text', { ...LEDGER, retriesLeft: '2' }, 'wrong_type'],
    ['an object as an id', { ...LEDGER, operation: { toString: () => 'order-88' } }, 'wrong_type'],
    ['a leg that is no text', { ...LEDGER, leg: 1 }, 'wrong_type'],
    ['fewer repeats than none', { ...LEDGER, retriesLeft: -1 }, 'out_of_range'],
    ['half a repeat', { ...LEDGER, retriesLeft: 0.5 }, 'out_of_range'],
    ['repeats that are no number', { ...LEDGER, retriesLeft: Number.NaN }, 'out_of_range'],
    ['repeats without end', { ...LEDGER, retriesLeft: Number.POSITIVE_INFINITY }, 'out_of_range'],
    ['a million and one repeats', { ...LEDGER, retriesLeft: 1_000_001 }, 'out_of_range'],
    ['no time', { ...LEDGER, msLeft: 0 }, 'out_of_range'],
    ['time that has run out', { ...LEDGER, msLeft: -5 }, 'out_of_range'],
    ['a clock time', { ...LEDGER, msLeft: 1_796_022_502_834 }, 'out_of_range'],
    ['attempt 0', { ...LEDGER, attempt: 0 }, 'out_of_range'],
    ['an empty id', { ...LEDGER, budget: '' }, 'bad_length'],
    ['a megabyte', { ...LEDGER, operation: 'x'.repeat(1_000_000) }, 'bad_length'],
    ['a megabyte as a leg', { ...LEDGER, leg: 'x'.repeat(1_000_000) }, 'bad_length'],
    ['values of its prototype', Object.create(LEDGER), 'wrong_type'],
    ['values under __proto__', JSON.parse(`{"__proto__": ${JSON.stringify(LEDGER)}}`), 'wrong_type'],
  ]
  test.each(hostile)('%s is refused', (_name, value, fault) => {
    expect(readWireLedger(value)).toBe(fault)
  })

  test.each([
    ['nothing', null, 'wrong_type'],
    ['a text as a count', { ...ECHO, spent: '2' }, 'wrong_type'],
    ['no budget', { spent: 2 }, 'wrong_type'],
    ['a pause that is a text', { ...ECHO, retryAfterMs: '1 s' }, 'wrong_type'],
    ['fewer than none', { ...ECHO, spent: -1 }, 'out_of_range'],
    ['more than all', { ...ECHO, spent: 1e9 }, 'out_of_range'],
    ['no number', { ...ECHO, spent: Number.NaN }, 'out_of_range'],
    ['a pause of a month', { ...ECHO, retryAfterMs: 2_147_483_648 }, 'out_of_range'],
    ['a megabyte', { ...ECHO, budget: 'x'.repeat(1_000_000) }, 'bad_length'],
  ])('an echo of %s is refused', (_name, value, fault) => {
    expect(readWireEcho(value)).toBe(fault)
  })

  test('whatever it is, it is within bounds or refused', () => {
    const part = fc.oneof(fc.anything(), fc.integer(), fc.double(), fc.string())
    const ledger = fc.record(
      {
        operation: part,
        budget: part,
        retriesLeft: part,
        msLeft: part,
        attempt: part,
        leg: part,
        spent: part,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), ledger), (value) => {
        const read = readWireLedger(value)
        if (typeof read !== 'string') {
          expect(read.retriesLeft).toBeGreaterThanOrEqual(0)
          expect(read.msLeft).toBeGreaterThanOrEqual(1)
          expect(read.operation.length).toBeLessThanOrEqual(256)
        }
        const echo = readWireEcho(value)
        if (typeof echo !== 'string') expect(echo.spent).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
