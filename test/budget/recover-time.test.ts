import { describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { drive, flush, rejection } from './drive.ts'
import { connectionReset } from './failures.ts'

const hang = () => new Promise<never>(() => {})

describe('REQ-17 an attempt has its own time', () => {
  test('a hung attempt is aborted through its signal, and the next one is made', async () => {
    const clock = createFakeClock()
    const signals: AbortSignal[] = []
    const promise = recover(
      { owner: 'orders', maxAttempts: 3, deadlineMs: 10_000, attemptTimeoutMs: 1000, effect: 'read', clock },
      ({ signal, number }) => {
        signals.push(signal)
        return number === 1 ? hang() : 'fine'
      },
    )
    await flush()
    clock.advance(999)
    expect(signals[0]?.aborted).toBe(false)
    clock.advance(1)
    expect(signals[0]?.aborted).toBe(true)
    expect(signals[0]?.reason).toMatchObject({ name: 'TimeoutError' })
    expect(await drive(clock, promise)).toEqual({ kind: 'resolved', value: 'fine' })
    expect(signals[1]?.aborted).toBe(false)
  })

  test('the signal of an attempt whose time was up is aborted even when first asked for later', async () => {
    const clock = createFakeClock()
    let late: (() => AbortSignal) | undefined
    const promise = recover({ owner: 'orders', maxAttempts: 1, deadlineMs: 1000, clock }, (attempt) => {
      late = () => attempt.signal
      return hang()
    })
    await rejection(clock, promise)
    expect(late?.().aborted).toBe(true)
  })

  test('says how much time an attempt has left, at the moment it is asked', async () => {
    const clock = createFakeClock()
    const left: number[] = []
    const promise = recover(
      { owner: 'orders', maxAttempts: 1, deadlineMs: 10_000, attemptTimeoutMs: 3000, clock },
      async (attempt) => {
        left.push(attempt.remainingMs)
        clock.advance(1000)
        left.push(attempt.remainingMs)
        await hang()
      },
    )
    await rejection(clock, promise)
    expect(left).toEqual([3000, 2000])
  })

  test('an attempt that may not be repeated rejects with the reason of its signal', async () => {
    const clock = createFakeClock()
    let signal: AbortSignal | undefined
    const promise = recover(
      { owner: 'orders', maxAttempts: 3, deadlineMs: 10_000, attemptTimeoutMs: 1000, effect: 'write', clock },
      (attempt) => {
        signal = attempt.signal
        return hang()
      },
    )
    expect(await rejection(clock, promise)).toBe(signal?.reason)
  })

  test('a late rejection of an abandoned attempt goes unnoticed', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listener)
    const clock = createFakeClock()
    let fail: ((reason: unknown) => void) | undefined
    const promise = recover(
      { owner: 'orders', maxAttempts: 2, deadlineMs: 10_000, attemptTimeoutMs: 1000, effect: 'read', clock },
      ({ number }) =>
        number === 1
          ? new Promise((_resolve, reject) => {
              fail = reject
            })
          : 'fine',
    )
    await drive(clock, promise)
    fail?.(new Error('too late'))
    await flush()
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })

  test('a late settling does not cut short the attempt that runs by then', async () => {
    const clock = createFakeClock()
    let fail: ((reason: unknown) => void) | undefined
    const promise = recover(
      {
        owner: 'orders',
        maxAttempts: 2,
        deadlineMs: 10_000,
        attemptTimeoutMs: 1000,
        effect: 'read',
        clock,
        random: () => 0,
      },
      ({ number }) =>
        new Promise((_resolve, reject) => {
          if (number === 1) fail = reject
        }),
    )
    await flush()
    clock.advance(1000)
    await flush()
    clock.advance(0)
    await flush()
    fail?.(new Error('too late'))
    const reason = await rejection(clock, promise)
    expect(reason).toMatchObject({ exhaustedBy: 'attempts', context: { elapsedMs: 2000 } })
  })
})

describe('REQ-15 the deadline', () => {
  test('cuts off the attempt under way and ends the budget', async () => {
    const clock = createFakeClock()
    const startMs = clock.now()
    const promise = recover(
      { owner: 'orders', maxAttempts: 9, deadlineMs: 2500, attemptTimeoutMs: 1000, effect: 'read', clock },
      hang,
    )
    const reason = await rejection(clock, promise)
    expect(reason).toBeInstanceOf(UnresolvedError)
    expect(reason).toMatchObject({ exhaustedBy: 'deadline', cause: { name: 'TimeoutError' } })
    expect(clock.now() - startMs).toBeLessThanOrEqual(2500)
    expect(clock.pending).toBe(0)
  })

  test('REQ-18 of a write under way it reports that the outcome is not known', async () => {
    const clock = createFakeClock()
    const promise = recover(
      { owner: 'refunds', maxAttempts: 3, deadlineMs: 1000, effect: 'write', clock },
      hang,
    )
    expect(await rejection(clock, promise)).toMatchObject({
      exhaustedBy: 'deadline',
      context: { status: 'indeterminate', isRetryable: false, attemptCount: 1, elapsedMs: 1000 },
    })
  })

  test('no attempt begins past it, though the event loop was busy when the wait ended', async () => {
    const clock = createFakeClock()
    let attempts = 0
    const promise = recover(
      { owner: 'orders', maxAttempts: 3, deadlineMs: 1000, effect: 'read', clock, random: () => 0.5 },
      () => {
        attempts++
        throw connectionReset()
      },
    )
    await flush()
    clock.advance(5000)
    expect(await rejection(clock, promise)).toMatchObject({ exhaustedBy: 'deadline' })
    expect(attempts).toBe(1)
  })
})

describe('the caller cancels', () => {
  test('under way: the attempt is aborted and recover() rejects with the reason, the same object', async () => {
    const clock = createFakeClock()
    const controller = new AbortController()
    const reason = new Error('user went away')
    let seen: AbortSignal | undefined
    const promise = recover(
      {
        owner: 'orders',
        maxAttempts: 3,
        deadlineMs: 10_000,
        effect: 'read',
        clock,
        signal: controller.signal,
      },
      ({ signal }) => {
        seen = signal
        return hang()
      },
    )
    await flush()
    controller.abort(reason)
    expect(await rejection(clock, promise)).toBe(reason)
    expect(seen?.reason).toBe(reason)
    expect(clock.pending).toBe(0)
  })

  test('while it waits: no further attempt is made', async () => {
    const clock = createFakeClock()
    const controller = new AbortController()
    let attempts = 0
    const promise = recover(
      {
        owner: 'orders',
        maxAttempts: 3,
        deadlineMs: 10_000,
        effect: 'read',
        clock,
        signal: controller.signal,
        random: () => 0.5,
      },
      () => {
        attempts++
        throw connectionReset()
      },
    )
    await flush()
    controller.abort()
    await expect(promise).rejects.toBe(controller.signal.reason)
    expect(attempts).toBe(1)
    expect(clock.pending).toBe(0)
  })

  test('before the start: no attempt is made', async () => {
    const reason = new Error('never mind')
    let attempts = 0
    const promise = recover(
      { owner: 'orders', maxAttempts: 3, deadlineMs: 10_000, signal: AbortSignal.abort(reason) },
      () => {
        attempts++
      },
    )
    await expect(promise).rejects.toBe(reason)
    expect(attempts).toBe(0)
  })

  test('in the very call of the function: a value that is there at once still counts', async () => {
    const controller = new AbortController()
    const promise = recover(
      { owner: 'orders', maxAttempts: 3, deadlineMs: 10_000, signal: controller.signal },
      () => {
        controller.abort()
        return 'fine'
      },
    )
    expect(await promise).toBe('fine')
  })

  test("the function's own error is thrown as the same object when it comes first", async () => {
    const controller = new AbortController()
    const error = connectionReset()
    const promise = recover(
      {
        owner: 'orders',
        maxAttempts: 3,
        deadlineMs: 10_000,
        effect: 'read',
        signal: controller.signal,
      },
      () => {
        controller.abort()
        throw error
      },
    )
    await expect(promise).rejects.toBe(error)
  })
})
