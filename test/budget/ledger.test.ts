import { describe, expect, test } from 'vitest'
import { drawRetry, type LedgerTerms, openLedger, refusal, timeLeftMs } from '../../src/budget/ledger.ts'
import { createFakeClock } from '../support/fake-clock.ts'

function terms(budgetId: string, more: Partial<LedgerTerms> = {}): LedgerTerms {
  return {
    operationId: 'order-88',
    budgetId,
    parent: undefined,
    clock: createFakeClock(),
    maxAttempts: 3,
    deadlineMs: 10_000,
    ...more,
  }
}

describe('REQ-20 a ledger below another', () => {
  test('has at most what is left above', () => {
    const clock = createFakeClock()
    const root = openLedger(terms('root', { clock }))
    drawRetry(root)
    clock.advance(4000)
    const below = openLedger(terms('below', { parent: root, clock, maxAttempts: 9, deadlineMs: 60_000 }))
    expect(below).toMatchObject({ maxAttempts: 2, deadlineMs: 6000 })
  })

  test('keeps its own limits where they are tighter', () => {
    const clock = createFakeClock()
    const root = openLedger(terms('root', { clock, maxAttempts: 9 }))
    const below = openLedger(terms('below', { parent: root, clock, maxAttempts: 2, deadlineMs: 500 }))
    expect(below).toMatchObject({ maxAttempts: 2, deadlineMs: 500 })
  })

  test('always has room for a first try', () => {
    const root = openLedger(terms('root', { maxAttempts: 1 }))
    expect(openLedger(terms('below', { parent: root })).maxAttempts).toBe(1)
  })

  test('draws from every ledger above it', () => {
    const root = openLedger(terms('root'))
    const middle = openLedger(terms('middle', { parent: root }))
    const leaf = openLedger(terms('leaf', { parent: middle }))
    drawRetry(leaf)
    drawRetry(leaf)
    expect([root, middle, leaf].map(refusal)).toEqual(['attempts', 'attempts', 'attempts'])
  })

  test('tells its own limit from the shared one', () => {
    const root = openLedger(terms('root'))
    const [first, second] = [1, 2].map((each) => openLedger(terms(`below-${each}`, { parent: root })))
    if (!first || !second) throw new Error('ledgers')
    drawRetry(first)
    expect(refusal(second)).toBeUndefined()
    drawRetry(first)
    expect([refusal(first), refusal(second)]).toEqual(['attempts', 'shared_budget'])
  })

  test('reads the time above by the clock above', () => {
    const above = createFakeClock(1_000_000)
    const root = openLedger(terms('root', { clock: above }))
    const below = openLedger(terms('below', { parent: root, clock: createFakeClock(5) }))
    above.advance(20_000)
    expect([timeLeftMs(root), timeLeftMs(below)]).toEqual([0, 10_000])
  })
})
