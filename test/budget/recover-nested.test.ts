import { describe, expect, test } from 'vitest'
import { currentAttempt } from '../../src/budget/current-attempt.ts'
import type { RecoverOptions } from '../../src/budget/options.ts'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { drive, rejection } from './drive.ts'
import { connectionReset, declaredError, forbidden, TRANSIENT } from './failures.ts'

const hang = () => new Promise<never>(() => {})

function terms(owner: string, options: Partial<RecoverOptions> = {}): RecoverOptions {
  return { owner, maxAttempts: 3, deadlineMs: 60_000, effect: 'read', ...options }
}

describe('REQ-14 one budget over nested owners', () => {
  test('three owners that allow three attempts each make three requests', async () => {
    const clock = createFakeClock()
    let requests = 0
    const promise = recover(terms('coordinator', { clock }), () =>
      recover(terms('subagent'), () =>
        recover(terms('handler'), () => {
          requests++
          throw connectionReset()
        }),
      ),
    )
    const reason = await rejection(clock, promise)
    expect(requests).toBe(3)
    expect(reason).toMatchObject({ exhaustedBy: 'attempts', context: { attemptCount: 3 } })
  })

  test('an UnresolvedError from below passes through every owner as the same object', async () => {
    const clock = createFakeClock()
    let inner: unknown
    const promise = recover(terms('coordinator', { clock }), async () => {
      try {
        return await recover(terms('handler'), () => {
          throw connectionReset()
        })
      } catch (error) {
        inner = error
        throw error
      }
    })
    expect(await rejection(clock, promise)).toBe(inner)
    expect(inner).toBeInstanceOf(UnresolvedError)
  })

  test('REQ-20 a first try is never refused: five look-ups under one handler each get theirs', async () => {
    const clock = createFakeClock()
    const asked: string[] = []
    const promise = recover(terms('handler', { clock }), async () => {
      const answers: unknown[] = []
      for (const source of ['a', 'b', 'c', 'd', 'e']) {
        answers.push(
          await recover(terms(source), () => {
            asked.push(source)
            throw connectionReset()
          }).catch((error: unknown) => error),
        )
      }
      return answers
    })
    const settled = await drive(clock, promise)
    const answers = settled.kind === 'resolved' ? settled.value : []
    expect(asked).toEqual(['a', 'a', 'a', 'b', 'c', 'd', 'e'])
    expect(answers.map((each) => each instanceof UnresolvedError && each.exhaustedBy)).toEqual([
      'attempts',
      'shared_budget',
      'shared_budget',
      'shared_budget',
      'shared_budget',
    ])
  })

  test('repeats below are not made again above', async () => {
    const clock = createFakeClock()
    let requests = 0
    const promise = recover(terms('coordinator', { clock }), async () => {
      await recover(terms('handler'), () => {
        requests++
        throw connectionReset()
      }).catch(() => {})
      throw connectionReset('the coordinator wraps it')
    })
    expect(await rejection(clock, promise)).toMatchObject({ exhaustedBy: 'attempts' })
    expect(requests).toBe(3)
  })

  test('an owner in the middle tightens what those below it have', async () => {
    const clock = createFakeClock()
    let requests = 0
    const promise = recover(terms('coordinator', { clock, maxAttempts: 9 }), () =>
      recover(terms('subagent', { maxAttempts: 2 }), () =>
        recover(terms('handler', { maxAttempts: 5 }), () => {
          requests++
          throw connectionReset()
        }),
      ),
    )
    expect(await rejection(clock, promise)).toMatchObject({ exhaustedBy: 'shared_budget' })
    expect(requests).toBe(2)
  })

  test('an inherited deadline can only tighten', async () => {
    const clock = createFakeClock()
    const deadlines: (number | undefined)[] = []
    const promise = recover(terms('coordinator', { clock, deadlineMs: 5000 }), async () => {
      clock.advance(2000)
      await recover(terms('handler', { deadlineMs: 60_000 }), () => {
        deadlines.push(currentAttempt()?.deadlineMs)
      })
      await recover(terms('handler', { deadlineMs: 1000 }), () => {
        deadlines.push(currentAttempt()?.deadlineMs)
      })
    })
    await drive(clock, promise)
    expect(deadlines).toEqual([3000, 1000])
  })

  test('owners that run side by side share one remainder', async () => {
    const clock = createFakeClock()
    let requests = 0
    const look = () =>
      recover(terms('leg'), () => {
        requests++
        throw connectionReset()
      }).catch(() => 'none')
    const promise = recover(terms('handler', { clock }), () => Promise.all([look(), look(), look()]))
    await drive(clock, promise)
    expect(requests).toBe(5)
  })
})

describe('which budget is meant', () => {
  test('the same operation inherits, another one opens its own', async () => {
    const seen: (string | undefined)[][] = []
    await recover(terms('a', { operation: 'order-1' }), async () => {
      const outer = currentAttempt()
      await recover(terms('b', { operation: 'order-1' }), () => {
        const current = currentAttempt()
        seen.push([current?.operationId, current?.parentBudgetId === outer?.budgetId ? 'inherits' : 'own'])
      })
      await recover(terms('c', { operation: 'order-2' }), () => {
        const current = currentAttempt()
        seen.push([current?.operationId, current?.parentBudgetId === undefined ? 'own' : 'inherits'])
      })
    })
    expect(seen).toEqual([
      ['order-1', 'inherits'],
      ['order-2', 'own'],
    ])
  })

  test('an operation further up is found past another one', async () => {
    const ids: (string | undefined)[] = []
    await recover(terms('a', { operation: 'order-1' }), () => {
      ids.push(currentAttempt()?.budgetId)
      return recover(terms('b', { operation: 'order-2' }), () =>
        recover(terms('c', { operation: 'order-1' }), () => {
          ids.push(currentAttempt()?.parentBudgetId)
        }),
      )
    })
    expect(ids[1]).toBe(ids[0])
  })

  test('REQ-20 a deliberate new budget inherits nothing and covers what is below it', async () => {
    const clock = createFakeClock()
    let requests = 0
    const approval = { approvedBy: 'duty-engineer', reason: 'status page green again' }
    const promise = recover(terms('coordinator', { clock }), async () => {
      const outer = currentAttempt()
      await recover(terms('repair', { newBudget: approval }), () => {
        expect(currentAttempt()?.parentBudgetId).toBeUndefined()
        expect(currentAttempt()?.operationId).toBe(outer?.operationId)
        return recover(terms('handler'), () => {
          requests++
          throw connectionReset()
        })
      }).catch(() => {})
      throw connectionReset()
    })
    await rejection(clock, promise)
    expect(requests).toBe(9)
  })

  test('a budget dies with its recover(): what still runs in its context inherits nothing', async () => {
    let later: (() => Promise<unknown>) | undefined
    let release: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    await recover(terms('connect'), () => {
      later = () =>
        gate.then(() => {
          const before = currentAttempt()
          return recover(terms('handler'), () => [before, currentAttempt()?.parentBudgetId])
        })
    })
    const outcome = later?.()
    release?.()
    expect(await outcome).toEqual([undefined, undefined])
  })
})

describe('the end of an enclosing attempt', () => {
  test('stops those below it, and the owner above may go on', async () => {
    const clock = createFakeClock()
    const inner: unknown[] = []
    const promise = recover(terms('coordinator', { clock, attemptTimeoutMs: 1000 }), ({ number, signal }) => {
      if (number === 2) return 'fine'
      return recover(terms('handler'), hang).catch((error: unknown) => {
        inner.push(error, signal.reason)
        throw error
      })
    })
    expect(await drive(clock, promise)).toEqual({ kind: 'resolved', value: 'fine' })
    expect(inner[0]).toBe(inner[1])
    expect(clock.pending).toBe(0)
  })

  test('with the shared deadline: the owner above reports what those below have found', async () => {
    const clock = createFakeClock()
    const promise = recover(terms('coordinator', { clock, deadlineMs: 5000 }), () =>
      recover(terms('archive'), ({ number }) => {
        if (number > 1) return hang()
        throw declaredError({ ...TRANSIENT, partialResults: [1, 2], unresolvedSources: ['cold'] })
      }),
    )
    expect(await rejection(clock, promise)).toMatchObject({
      exhaustedBy: 'deadline',
      context: {
        attemptedSteps: expect.arrayContaining([{ source: 'archive', attempts: 1, outcome: 'transient' }]),
        partialResults: { archive: [1, 2] },
        unresolvedSources: ['cold'],
      },
    })
  })

  test('a first try below an attempt that was cut off is made, with its signal aborted', async () => {
    const clock = createFakeClock()
    const seen: (boolean | number)[] = []
    const promise = recover(terms('coordinator', { clock, attemptTimeoutMs: 1000 }), async ({ number }) => {
      if (number === 2) return hang()
      await new Promise((resolve) => clock.after(1500, () => resolve(undefined)))
      return recover(terms('handler'), ({ signal, remainingMs }) => {
        seen.push(signal.aborted, remainingMs)
        return hang()
      })
    })
    await rejection(clock, promise)
    expect(seen).toEqual([true, 0])
  })
})

describe('a cancellation further out', () => {
  test('reaches every owner below as the same reason, and nothing is repeated', async () => {
    const clock = createFakeClock()
    const controller = new AbortController()
    const reasons: unknown[] = []
    let attempts = 0
    const promise = recover(terms('coordinator', { clock, signal: controller.signal }), () =>
      recover(terms('subagent'), () => {
        const inner = recover(terms('handler'), ({ signal }) => {
          attempts++
          signal.addEventListener('abort', () => reasons.push(signal.reason))
          return hang()
        })
        inner.catch((error: unknown) => reasons.push(error))
        return inner
      }),
    )
    controller.abort(new Error('user went away'))
    reasons.push(await rejection(clock, promise))
    expect(reasons).toEqual(Array(3).fill(controller.signal.reason))
    expect(attempts).toBe(1)
    expect(clock.pending).toBe(0)
  })
})

describe('REQ-19 the whole error context', () => {
  test('tells what was tried, what was found and what is missing', async () => {
    const clock = createFakeClock()
    const last = declaredError({ ...TRANSIENT, partial_results: [1, 2, 3], alternatives: ['ask the mirror'] })
    const promise = recover(
      terms('archive', { clock, operation: 'order-88', random: () => 0.5 }),
      ({ number }) => {
        if (number === 1) throw connectionReset()
        if (number === 2) {
          throw declaredError({
            ...TRANSIENT,
            partialResults: [1],
            unresolvedSources: ['cold'],
            attemptedQuery: { id: 88 },
          })
        }
        throw last
      },
    )
    const reason = await rejection(clock, promise)
    if (!(reason instanceof UnresolvedError)) throw new Error('unresolved')
    expect(reason.cause).toBe(last)
    expect(reason.message).toBe(reason.context.message)
    expect(reason.context).toEqual({
      errorCategory: 'transient',
      isRetryable: false,
      message:
        'archive gave up after 3 attempts in 750 ms: no attempts are left. Last failure: The archive is down.',
      attemptCount: 3,
      elapsedMs: 750,
      budgetExhausted: true,
      operationId: 'order-88',
      attemptedSteps: [
        { source: 'archive', attempts: 1, outcome: 'ECONNRESET' },
        { source: 'archive', attempts: 2, outcome: 'transient' },
      ],
      partialResults: [1, 2, 3],
      unresolvedSources: ['cold'],
      attemptedQuery: { id: 88 },
      alternatives: ['ask the mirror'],
    })
  })

  test('names the sources below that answered and those that did not', async () => {
    const clock = createFakeClock()
    const promise = recover(terms('coordinator', { clock }), async () => {
      await recover(terms('mirror'), () => 'fine')
      await recover(terms('archive'), () => {
        throw forbidden()
      }).catch(() => {})
      throw connectionReset()
    })
    const reason = await rejection(clock, promise)
    expect(reason).toMatchObject({
      context: {
        attemptedSteps: [
          { source: 'mirror', attempts: 3, outcome: 'answered' },
          { source: 'archive', attempts: 3, outcome: expect.any(String) },
          { source: 'coordinator', attempts: 3, outcome: 'ECONNRESET' },
        ],
      },
    })
  })
})
