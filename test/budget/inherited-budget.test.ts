import { describe, expect, test } from 'vitest'
import { attemptAttributes, currentAttempt } from '../../src/budget/current-attempt.ts'
import { inheritBudget } from '../../src/budget/inherited-budget.ts'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import type { WireLedger } from '../../src/budget/wire-ledger.ts'
import { connectionReset } from './failures.ts'

const wire: WireLedger = {
  operation: 'order-88',
  budget: 'b-7c1e',
  retriesLeft: 2,
  msLeft: 9000,
  attempt: 2,
}
const terms = {
  owner: 'handler',
  maxAttempts: 9,
  deadlineMs: 60_000,
  effect: 'read',
  random: () => 0,
} as const

/** How many attempts a recovery makes that never succeeds. */
async function attemptsOf(options: object = {}): Promise<number> {
  let attempts = 0
  const error = await recover({ ...terms, ...options }, () => {
    attempts++
    throw connectionReset()
  }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnresolvedError)
  return attempts
}

describe('REQ-20 a budget of another process', () => {
  test('is inherited: its repeats and its time are the most that there are', async () => {
    const inherited = inheritBudget(wire, undefined)
    const seen = await inherited.run(async () => {
      const outer = currentAttempt()
      const inner = await recover(terms, () => currentAttempt())
      return { outer, inner, attempts: await attemptsOf() }
    })
    expect(seen.outer).toMatchObject({ operationId: 'order-88', budgetId: 'b-7c1e', number: 2 })
    expect(seen.inner).toMatchObject({ operationId: 'order-88', parentBudgetId: 'b-7c1e', maxAttempts: 3 })
    expect(seen.inner?.deadlineMs).toBeLessThanOrEqual(9000)
    expect(seen.attempts).toBe(3)
    expect(inherited.close(false, undefined)).toEqual({ budget: 'b-7c1e', spent: 2 })
  })

  test('puts on spans what is known of it', () => {
    const inherited = inheritBudget(wire, undefined)
    const attributes = inherited.run(() => {
      const current = currentAttempt()
      return current && attemptAttributes(current)
    })
    expect(attributes).toEqual({
      'toolspan.operation.id': 'order-88',
      'toolspan.attempt.number': 2,
      'toolspan.budget.id': 'b-7c1e',
    })
    inherited.close(false, undefined)
  })

  test('never refuses a first try', async () => {
    const inherited = inheritBudget({ ...wire, retriesLeft: 0 }, undefined)
    const attempts = await inherited.run(() => Promise.all([attemptsOf(), attemptsOf(), attemptsOf()]))
    expect(attempts).toEqual([1, 1, 1])
    expect(inherited.close(true, undefined)).toEqual({ budget: 'b-7c1e', spent: 0 })
  })

  test('is left alone by another operation and by a deliberate new budget', async () => {
    const inherited = inheritBudget({ ...wire, retriesLeft: 0 }, undefined)
    const newBudget = { approvedBy: 'duty-engineer', reason: 'status page green again' }
    const attempts = await inherited.run(async () => [
      await attemptsOf({ operation: 'order-89', maxAttempts: 2 }),
      await attemptsOf({ newBudget, maxAttempts: 2 }),
    ])
    expect(attempts).toEqual([2, 2])
    expect(inherited.close(true, undefined).spent).toBe(0)
  })

  test('ends with the request: what goes on afterwards inherits nothing', async () => {
    const inherited = inheritBudget(wire, undefined)
    let later: Promise<unknown> | undefined
    inherited.run(() => {
      later = Promise.resolve().then(() => recover(terms, () => currentAttempt()))
    })
    inherited.close(false, undefined)
    expect(await later).toMatchObject({ parentBudgetId: undefined })
  })

  test('of a request that is taken back: what runs below it stops, and nothing is repeated', async () => {
    const controller = new AbortController()
    const inherited = inheritBudget(wire, controller.signal)
    const reason = new Error('the caller is gone')
    let attempts = 0
    const stopped = inherited.run(() =>
      recover(terms, () => {
        attempts++
        controller.abort(reason)
        return new Promise(() => {})
      }),
    )
    await expect(stopped).rejects.toBe(reason)
    expect(attempts).toBe(1)
    inherited.close(true, undefined)
    const tooLate = inheritBudget(wire, controller.signal)
    await expect(
      tooLate.run(() => recover(terms, ({ signal }) => Promise.reject(signal.reason))),
    ).rejects.toBe(reason)
    tooLate.close(true, undefined)
  })

  test('that is open in this process is not opened twice: nothing is left to report', async () => {
    let requests = 0
    const error = await recover({ ...terms, maxAttempts: 3 }, () => {
      const { operationId = '', budgetId = '' } = currentAttempt() ?? {}
      const inherited = inheritBudget({ ...wire, operation: operationId, budget: budgetId }, undefined)
      const failing = recover(terms, () => {
        requests++
        throw connectionReset()
      })
      return inherited
        .run(() => failing)
        .finally(() => expect(inherited.close(true, undefined).spent).toBe(0))
    }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnresolvedError)
    expect(requests).toBe(3)
  })

  test('asks for the longest pause that a failure below it asked for', () => {
    expect(inheritBudget(wire, undefined).close(true, 1500.2)).toMatchObject({ retryAfterMs: 1501 })
    expect(inheritBudget(wire, undefined).close(true, 1e12)).toMatchObject({ retryAfterMs: 2_147_483_647 })
    expect(inheritBudget(wire, undefined).close(false, 1500)).not.toHaveProperty('retryAfterMs')
  })
})
