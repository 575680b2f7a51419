import { describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import { classifyError } from '../../src/outcome/classify-error.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { rejection } from './drive.ts'
import { connectionReset, declaredError } from './failures.ts'

const statusCheck = { tool: 'get_refund', arguments: { order: 'order-88' } }
const terms = { owner: 'refunds', maxAttempts: 3, deadlineMs: 1000 } as const

describe('REQ-18 a write that may have taken effect', () => {
  test('names the check that its owner knows', async () => {
    const clock = createFakeClock()
    const error = await rejection(
      clock,
      recover({ ...terms, clock, effect: 'write', statusCheck }, () => new Promise(() => {})),
    )
    expect(error).toBeInstanceOf(UnresolvedError)
    expect(error).toMatchObject({ context: { status: 'indeterminate', isRetryable: false, statusCheck } })
  })

  test('names the check of the failure itself where there is one', async () => {
    const clock = createFakeClock()
    const own = 'Look at the ledger of the bank.'
    const error = await rejection(
      clock,
      recover({ ...terms, clock, effect: 'write', statusCheck }, () =>
        recover({ ...terms, owner: 'bank' }, async () => {
          await recover({ ...terms, owner: 'transfer' }, () => {
            throw declaredError({
              errorCategory: 'transient',
              isRetryable: false,
              message: 'The bank did not answer.',
              status: 'indeterminate',
              statusCheck: own,
            })
          }).catch(() => {})
          return new Promise(() => {})
        }),
      ),
    )
    expect(error).toMatchObject({ context: { status: 'indeterminate', statusCheck: own } })
  })

  test('names it as well when its own timer cut an attempt off, on the error of that timer', async () => {
    const clock = createFakeClock()
    let signal: AbortSignal | undefined
    const error = await rejection(
      clock,
      recover({ ...terms, clock, attemptTimeoutMs: 100, effect: 'write', statusCheck }, (attempt) => {
        signal = attempt.signal
        return new Promise(() => {})
      }),
    )
    expect(error).toBe(signal?.reason)
    const message =
      'Attempt 1 of refunds was cut off: its time was up. Whether the call took effect is not known; check before repeating.'
    expect(error).toMatchObject({
      name: 'TimeoutError',
      message,
      context: {
        status: 'indeterminate',
        errorCategory: 'transient',
        isRetryable: false,
        message,
        attemptCount: 1,
        elapsedMs: 100,
        attemptedSteps: [{ source: 'refunds', attempts: 1, outcome: 'timeout' }],
        statusCheck,
      },
    })
    expect(error).not.toHaveProperty('context.budgetExhausted')
    expect(classifyError(error, { effect: 'unknown' })).toMatchObject({
      status: 'indeterminate',
      retryable: false,
      source: 'declared',
    })
  })

  test('the owner above passes that error on as it is, and repeats nothing', async () => {
    const clock = createFakeClock()
    let calls = 0
    const refund = { ...terms, owner: 'bank', attemptTimeoutMs: 100, effect: 'write', statusCheck } as const
    const error = await rejection(
      clock,
      recover({ ...terms, clock, effect: 'read' }, () =>
        recover(refund, () => {
          calls++
          return new Promise(() => {})
        }),
      ),
    )
    expect(error).toMatchObject({ name: 'TimeoutError', context: { statusCheck } })
    expect(calls).toBe(1)
  })

  test.each([
    ['a call of unknown effect', { effect: 'unknown' }],
    ['a read', { effect: 'read', maxAttempts: 1 }],
    ['a write that its caller calls idempotent', { effect: 'write', idempotent: true, maxAttempts: 1 }],
  ] as const)('no unknown outcome is claimed by the timer of %s', async (_name, options) => {
    const clock = createFakeClock()
    let reason: unknown
    await rejection(
      clock,
      recover({ ...terms, ...options, clock, attemptTimeoutMs: 100, statusCheck }, ({ signal }) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
        })
        return new Promise(() => {})
      }),
    )
    expect(reason).toMatchObject({ message: 'Attempt 1 of refunds was cut off: its time was up' })
    expect(reason).not.toHaveProperty('context')
  })

  test('an error of the caller stays as it was, the status check of its owner on nothing of it', async () => {
    const clock = createFakeClock()
    const thrown = connectionReset()
    const error = await rejection(
      clock,
      recover({ ...terms, clock, effect: 'write', statusCheck }, () => Promise.reject(thrown)),
    )
    expect(error).toBe(thrown)
    expect(Object.keys(thrown)).toEqual(['code'])
  })

  test('a read needs none', async () => {
    const clock = createFakeClock()
    const error = await rejection(
      clock,
      recover({ ...terms, clock, effect: 'read', statusCheck }, () => Promise.reject(connectionReset())),
    )
    expect(error).toBeInstanceOf(UnresolvedError)
    expect(error).not.toHaveProperty('context.statusCheck')
  })

  test.each([{}, { tool: '' }, '', 7])('a check that is none is refused: %j', (check) => {
    expect(() => recover({ ...terms, statusCheck: check as never }, () => 1)).toThrow(
      /option statusCheck of recover to be a text, or an object \{ tool, arguments\? \}, got /,
    )
  })
})
