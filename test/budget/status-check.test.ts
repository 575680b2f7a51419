import { describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
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
