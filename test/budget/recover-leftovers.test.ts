import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { currentAttempt } from '../../src/budget/current-attempt.ts'
import { recover } from '../../src/budget/recover.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { flush } from './drive.ts'
import { connectionReset } from './failures.ts'

/** A signal that counts its listeners. */
function countedSignal() {
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--
    remove(...args)
  }
  return { signal, listeners: () => listeners }
}

describe('100,000 calls', () => {
  test('leave no timer and no listener behind', async () => {
    const clock = createFakeClock()
    const { signal, listeners } = countedSignal()
    for (let call = 0; call < 100_000; call++) {
      await recover(
        { owner: 'orders', maxAttempts: 3, deadlineMs: 1000, effect: 'read', clock, signal, random: () => 0 },
        ({ number }) => {
          if (call % 1000 === 0 && number === 1) queueMicrotask(() => clock.advance(0))
          return Promise.resolve(call)
        },
      )
    }
    expect(clock.pending).toBe(0)
    expect(listeners()).toBe(0)
  })

  test('that fail, are cut off or cancelled leave none behind either', async () => {
    const clock = createFakeClock()
    const { signal, listeners } = countedSignal()
    const endings: Promise<unknown>[] = []
    for (let call = 0; call < 1000; call++) {
      const controller = new AbortController()
      const options = { owner: 'orders', maxAttempts: 2, deadlineMs: 1000, effect: 'read', clock } as const
      endings.push(
        recover({ ...options, signal }, () => new Promise(() => {})),
        recover({ ...options, signal }, () => Promise.reject(connectionReset())),
        recover({ ...options, signal: controller.signal }, () => new Promise(() => {})),
        recover({ ...options, signal }, () => recover(options, () => new Promise(() => {}))),
      )
      controller.abort()
    }
    const settled = Promise.allSettled(endings)
    await flush()
    clock.advance(500)
    await flush()
    clock.advance(500)
    expect((await settled).every((each) => each.status === 'rejected')).toBe(true)
    expect(clock.pending).toBe(0)
    expect(listeners()).toBe(0)
  })
})

test('work that keeps starting work does not hold what has ended', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const attempts: WeakRef<object>[] = []
  let last: unknown
  const next = (page: number): Promise<void> =>
    recover({ owner: 'poller', operation: `page-${page}`, maxAttempts: 1, deadlineMs: 1000 }, async () => {
      last = currentAttempt()
      if (last instanceof Object) attempts.push(new WeakRef(last))
      await Promise.resolve()
      if (page < 50) void next(page + 1)
    })
  await next(1)
  await flush()
  collectGarbage()
  await flush()
  collectGarbage()
  expect(last).toBeDefined()
  expect(attempts).toHaveLength(50)
  expect(attempts.slice(0, 40).filter((each) => each.deref())).toHaveLength(0)
})
