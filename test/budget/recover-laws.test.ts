import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { drive } from './drive.ts'
import { connectionReset, failedResult, forbidden, INVALID, TRANSIENT } from './failures.ts'

/** What one attempt does, and after how long. An attempt that takes time never looks at its signal. */
interface Act {
  readonly ends: 'answers' | 'is reset' | 'is forbidden' | 'returns a failure' | 'is invalid' | 'hangs'
  readonly afterMs: number
}

const act: fc.Arbitrary<Act> = fc.record({
  ends: fc.constantFrom('answers', 'is reset', 'is forbidden', 'returns a failure', 'is invalid', 'hangs'),
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3000 })),
})

const terms = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 5 }),
  deadlineMs: fc.integer({ min: 1, max: 5000 }),
  attemptTimeoutMs: fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
  effect: fc.constantFrom('read', 'write', 'unknown'),
  idempotent: fc.boolean(),
})

function perform({ ends, afterMs }: Act, clock: FakeClock, produced: unknown[]): unknown {
  const end = () => {
    if (ends === 'answers' || ends === 'returns a failure') {
      const value = ends === 'answers' ? {} : failedResult(TRANSIENT)
      produced.push(value)
      return value
    }
    const error =
      ends === 'is reset'
        ? connectionReset()
        : ends === 'is forbidden'
          ? forbidden()
          : Object.assign(new Error(), INVALID)
    produced.push(error)
    throw error
  }
  if (ends === 'hangs') return new Promise(() => {})
  if (afterMs === 0) return end()
  return new Promise((resolve) => clock.after(afterMs, () => resolve(undefined))).then(end)
}

describe('whatever the attempts do', () => {
  test('REQ-15, REQ-17 there are never more than allowed, and nobody waits past the deadline', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 5 }), terms, async (acts, options) => {
        const clock = createFakeClock()
        const startMs = clock.now()
        const startsMs: number[] = []
        let endMs = startMs
        const promise = recover({ owner: 'orders', clock, ...options }, ({ number }) => {
          startsMs.push(clock.now() - startMs)
          return perform(acts[number - 1] ?? { ends: 'answers', afterMs: 0 }, clock, [])
        })
        const stamped = promise.finally(() => {
          endMs = clock.now()
        })
        await drive(clock, stamped, 1)
        const attempts = startsMs.length
        expect(startsMs.every((each) => each < options.deadlineMs)).toBe(true)
        expect(attempts).toBeGreaterThanOrEqual(1)
        expect(attempts).toBeLessThanOrEqual(options.maxAttempts)
        expect(endMs - startMs).toBeLessThanOrEqual(options.deadlineMs + 1)
        if (options.effect !== 'read' && !options.idempotent) expect(attempts).toBe(1)
      }),
      { numRuns: 150 },
    )
  })

  test('what comes out is what an attempt produced, the same object, or names it as its cause', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 5 }), terms, async (acts, options) => {
        const clock = createFakeClock()
        const produced: unknown[] = []
        const reasons: unknown[] = []
        const promise = recover({ owner: 'orders', clock, ...options }, ({ number, signal }) => {
          signal.addEventListener('abort', () => reasons.push(signal.reason))
          return perform(acts[number - 1] ?? { ends: 'answers', afterMs: 0 }, clock, produced)
        })
        const settled = await drive(clock, promise, 10)
        if (settled.kind === 'resolved') {
          expect(produced.at(-1)).toBe(settled.value)
          return
        }
        const { reason } = settled
        const isUnresolved = reason instanceof UnresolvedError
        const origin = isUnresolved ? reason.cause : reason
        expect([...produced, ...reasons].filter((each) => each === origin)).toHaveLength(1)
        if (isUnresolved) expect(reason.context).toMatchObject({ isRetryable: false, budgetExhausted: true })
      }),
      { numRuns: 150 },
    )
  })
})

/** An owner with owners below it. */
interface Owner {
  readonly maxAttempts: number
  readonly fails: boolean
  /** Whether it makes its own transient failure of what comes from below, as naive code does. */
  readonly rewraps: boolean
  readonly isParallel: boolean
  readonly below: readonly Owner[]
}

function ownerWith(levelsBelow: number): fc.Arbitrary<Owner> {
  return fc.record({
    maxAttempts: fc.integer({ min: 1, max: 4 }),
    fails: fc.boolean(),
    rewraps: fc.boolean(),
    isParallel: fc.boolean(),
    below: levelsBelow === 0 ? fc.constant([]) : fc.array(ownerWith(levelsBelow - 1), { maxLength: 3 }),
  })
}

interface Tally {
  calls: number
  firstTries: number
  repeats: number
  /** Every recovery, also those that nobody waits for any more. */
  readonly all: Promise<unknown>[]
}

function work(who: Owner, clock: FakeClock, tally: Tally): Promise<unknown> {
  tally.calls++
  const options = { owner: 'owner', maxAttempts: who.maxAttempts, deadlineMs: 1_000_000, clock } as const
  const recovery = recover({ ...options, effect: 'read' }, async ({ number }) => {
    if (number === 1) tally.firstTries++
    else tally.repeats++
    try {
      if (who.isParallel) await Promise.all(who.below.map((each) => work(each, clock, tally)))
      else for (const each of who.below) await work(each, clock, tally)
    } catch (error) {
      if (!who.rewraps) throw error
      throw connectionReset('made anew')
    }
    if (who.fails) throw connectionReset()
  })
  tally.all.push(recovery)
  return recovery
}

test('REQ-14, REQ-20 however owners are nested, repeats in all stay within the outermost budget and no first try is refused', async () => {
  await fc.assert(
    fc.asyncProperty(ownerWith(3), async (root) => {
      const clock = createFakeClock()
      const tally: Tally = { calls: 0, firstTries: 0, repeats: 0, all: [] }
      await drive(clock, work(root, clock, tally), 5000)
      // While some are waited for, others may start: those of a repeat whose caller has given up meanwhile.
      for (let known = 0; known < tally.all.length; ) {
        known = tally.all.length
        await drive(clock, Promise.allSettled(tally.all), 5000)
      }
      expect(tally.repeats).toBeLessThanOrEqual(root.maxAttempts - 1)
      expect(tally.firstTries).toBe(tally.calls)
      expect(clock.pending).toBe(0)
    }),
    { numRuns: 300 },
  )
})
