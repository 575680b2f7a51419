import { describe, expect, test } from 'vitest'
import type { RecoverOptions } from '../../src/budget/options.ts'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { drive, rejection } from './drive.ts'
import { connectionReset, declaredError, failedResult, forbidden, INVALID, TRANSIENT } from './failures.ts'

/** A budget of three attempts for a read, and a function that plays what each attempt does. */
function play(script: readonly (() => unknown)[], options: Partial<RecoverOptions> = {}) {
  const clock = createFakeClock()
  const started: number[] = []
  const promise = recover(
    { owner: 'orders', maxAttempts: 3, deadlineMs: 60_000, effect: 'read', clock, ...options },
    ({ number }) => {
      started.push(clock.now())
      return script[number - 1]?.()
    },
  )
  return { clock, promise, started, settled: drive(clock, promise) }
}

const throwing = (error: unknown) => () => {
  throw error
}

describe('a first try that works', () => {
  test('returns the value of a promise as the same object', async () => {
    const value = { rows: [1] }
    expect(await play([async () => value]).settled).toEqual({ kind: 'resolved', value })
    expect(await play([async () => value]).promise).toBe(value)
  })

  test('returns a plain value as the same object', async () => {
    const value = { rows: [1] }
    expect(await play([() => value]).promise).toBe(value)
  })

  test('runs the function before recover() returns, as calling it would', () => {
    let ran = false
    void recover({ owner: 'orders', maxAttempts: 1, deadlineMs: 1000 }, () => {
      ran = true
    })
    expect(ran).toBe(true)
  })

  test('REQ-16 an honest empty is accepted and not repeated', async () => {
    const { promise, started } = play([() => ({ status: 'found_none', coverage: { status: 'complete' } })])
    await promise
    expect(started).toHaveLength(1)
  })
})

describe('a failure that may be repeated', () => {
  test('REQ-19 is repeated, and the value of the success is returned as the same object', async () => {
    const value = {}
    const { started, settled, promise } = play([
      throwing(connectionReset()),
      async () => Promise.reject(connectionReset()),
      () => value,
    ])
    await settled
    expect(await promise).toBe(value)
    expect(started).toHaveLength(3)
  })

  test('REQ-15 three attempts are one first try and two repeats', async () => {
    const last = connectionReset('third')
    const { started, settled } = play([
      throwing(connectionReset()),
      throwing(connectionReset()),
      throwing(last),
    ])
    const ended = await settled
    expect(started).toHaveLength(3)
    if (ended.kind !== 'rejected' || !(ended.reason instanceof UnresolvedError)) throw new Error('unresolved')
    expect(ended.reason.exhaustedBy).toBe('attempts')
    expect(ended.reason.cause).toBe(last)
  })

  test('a returned failure counts as one, and the result behind it is returned as the same object', async () => {
    const result = { content: [{ type: 'text', text: '3 orders' }] }
    const { started, promise, settled } = play([() => failedResult(TRANSIENT), async () => result])
    await settled
    expect(await promise).toBe(result)
    expect(started).toHaveLength(2)
  })

  test('a declared failure of a plain function counts as one', async () => {
    const { started, settled } = play([() => ({ ...TRANSIENT }), () => 'fine'])
    expect(await settled).toEqual({ kind: 'resolved', value: 'fine' })
    expect(started).toHaveLength(2)
  })

  test('a record whose own state is "failed" is a result', async () => {
    const record = { id: 'job-1', status: 'failed', startedAt: '2026-01-15T09:00:00Z' }
    const { started, promise } = play([() => record])
    expect(await promise).toBe(record)
    expect(started).toHaveLength(1)
  })

  test('a returned failure that outlasts the budget is the cause of the UnresolvedError', async () => {
    const result = failedResult(TRANSIENT)
    const { settled } = play([() => result], { maxAttempts: 1 })
    expect(await settled).toMatchObject({ kind: 'rejected', reason: { cause: result } })
  })
})

describe('a failure that may not be repeated passes through as the same object', () => {
  test.each([
    ['a permission error', forbidden()],
    ['a validation error without revise', declaredError(INVALID)],
    ['a business error', declaredError({ errorCategory: 'business', isRetryable: false, message: 'closed' })],
    ['an error that nothing maps', new Error('odd')],
    ['a transient error that says it is not retryable', declaredError({ ...TRANSIENT, isRetryable: false })],
    [
      'a transient error whose budget is spent (REQ-4)',
      declaredError({ ...TRANSIENT, budgetExhausted: true }),
    ],
    ['an abort that the function heard of by itself', new DOMException('stopped', 'AbortError')],
    ['a thrown string', 'broken'],
    ['a thrown undefined', undefined],
  ])('%s', async (_name, error) => {
    const { started, settled } = play([throwing(error)])
    const ended = await settled
    expect(ended.kind).toBe('rejected')
    expect(ended.kind === 'rejected' && ended.reason).toBe(error)
    expect(started).toHaveLength(1)
  })

  test('a returned failure is returned', async () => {
    const result = failedResult(INVALID)
    const { started, promise } = play([async () => result])
    expect(await promise).toBe(result)
    expect(started).toHaveLength(1)
  })

  test('also after an earlier attempt that was repeated', async () => {
    const error = forbidden()
    const { started, settled } = play([throwing(connectionReset()), throwing(error)])
    const ended = await settled
    expect(ended.kind === 'rejected' && ended.reason).toBe(error)
    expect(started).toHaveLength(2)
  })
})

describe('an error or a value that cannot be read', () => {
  const unreadable = () =>
    new Proxy(
      {},
      {
        get(_target, key) {
          // Whoever awaits a value asks for this one.
          if (key === 'then') return undefined
          throw new Error('hands off')
        },
        getPrototypeOf: throwing(new Error('hands off')),
        has: throwing(new Error('hands off')),
      },
    )

  test('is thrown on as the same object', async () => {
    const error = unreadable()
    const { started, settled } = play([throwing(error)])
    const ended = await settled
    expect(ended.kind === 'rejected' && ended.reason === error).toBe(true)
    expect(started).toHaveLength(1)
  })

  test('is returned as the same object', async () => {
    const value = unreadable()
    const { promise } = play([() => value])
    expect((await promise) === value).toBe(true)
  })
})

describe('REQ-18 only what is safe is repeated', () => {
  test.each([
    ['unknown', undefined, 1],
    ['write', undefined, 1],
    ['read', undefined, 2],
    ['unknown', true, 2],
    ['write', true, 2],
    ['write', false, 1],
  ] as const)('effect %s, idempotent %s: %i attempts', async (effect, idempotent, attempts) => {
    const { started, settled } = play([throwing(connectionReset()), () => 'fine'], { effect, idempotent })
    await settled
    expect(started).toHaveLength(attempts)
  })

  test('a declared indeterminate outcome is not repeated, whatever the caller states', async () => {
    const result = failedResult({ status: 'indeterminate', message: 'The bank did not answer.' })
    const { started, promise } = play([() => result], { effect: 'write', idempotent: true })
    expect(await promise).toBe(result)
    expect(started).toHaveLength(1)
  })
})

describe('REQ-16 revise', () => {
  test('changes the input once after a validation error, charged to the same budget', async () => {
    const clock = createFakeClock()
    const seen: unknown[] = []
    const error = declaredError(INVALID)
    const promise = recover(
      {
        owner: 'orders',
        maxAttempts: 3,
        deadlineMs: 10_000,
        effect: 'read',
        clock,
        revise: ({ cause, outcome }) =>
          cause === error && outcome.category === 'validation' ? { region: 'eu' } : undefined,
      },
      ({ revisedInput }) => {
        seen.push(revisedInput)
        throw error
      },
    )
    expect(await rejection(clock, promise)).toBe(error)
    expect(seen).toEqual([undefined, { region: 'eu' }])
  })

  test('may ask somebody first', async () => {
    const { settled, started } = play([throwing(declaredError(INVALID)), () => 'fine'], {
      revise: async () => 'changed',
    })
    expect(await settled).toEqual({ kind: 'resolved', value: 'fine' })
    expect(started).toHaveLength(2)
  })

  test.each([
    ['returns undefined', () => undefined],
    ['rejects', () => Promise.reject(new Error('no idea'))],
    ['throws', throwing(new Error('no idea'))],
  ])('the failure stands when it %s', async (_name, revise) => {
    const error = declaredError(INVALID)
    const { settled, started } = play([throwing(error), () => 'fine'], { revise })
    const ended = await settled
    expect(ended.kind === 'rejected' && ended.reason).toBe(error)
    expect(started).toHaveLength(1)
  })

  test('does not outlast the deadline', async () => {
    const { settled, clock } = play([throwing(declaredError(INVALID))], {
      deadlineMs: 5000,
      revise: () => new Promise(() => {}),
    })
    expect(await settled).toMatchObject({ kind: 'rejected', reason: { exhaustedBy: 'deadline' } })
    expect(clock.pending).toBe(0)
  })
})

describe('between attempts', () => {
  test('REQ-23 it waits at least as long as the server asks', async () => {
    const { started, settled } = play([
      throwing(declaredError({ ...TRANSIENT, retryAfterMs: 20_000 })),
      () => 'fine',
    ])
    await settled
    const [first = 0, second = 0] = started
    expect(second - first).toBeGreaterThanOrEqual(20_000)
  })

  test('REQ-23 a wait that does not fit in the deadline ends the budget at once', async () => {
    const { started, settled, clock } = play(
      [throwing(declaredError({ ...TRANSIENT, retryAfterMs: 20_000 }))],
      {
        deadlineMs: 20_000,
      },
    )
    const startMs = clock.now()
    expect(await settled).toMatchObject({
      kind: 'rejected',
      reason: { exhaustedBy: 'deadline', context: { retryAfterMs: 20_000, elapsedMs: 0 } },
    })
    expect(clock.now()).toBe(startMs)
    expect(started).toHaveLength(1)
  })

  test('it waits a random share of a growing bound', async () => {
    const { started, settled } = play(
      [
        throwing(connectionReset()),
        throwing(connectionReset()),
        throwing(connectionReset()),
        throwing(connectionReset()),
      ],
      { maxAttempts: 4, random: () => 0.5 },
    )
    await settled
    const waits = started.slice(1).map((at, index) => at - (started[index] ?? 0))
    expect(waits).toEqual([250, 500, 1000])
  })
})
