import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recover } from '../../src/budget/recover.ts'
import { drive } from '../budget/drive.ts'
import { connectionReset, declaredError } from '../budget/failures.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { type ApartPair, connectApart } from '../support/mcp-apart.ts'

const KEY = 'toolspan/budget'

/** An owner, what it asks one after the other, and how it takes failures. */
interface Owner {
  readonly maxAttempts: number
  readonly below: readonly Owner[]
  /** Whether it runs in another process than the owner above. */
  readonly isApart: boolean
  /** Whether its own part fails when everything below has answered. */
  readonly fails: boolean
  /** Whether it throws an error of its own for whatever fails below. */
  readonly remakes: boolean
}

function ownerWith(levels: number): fc.Arbitrary<Owner> {
  return fc.record({
    maxAttempts: fc.integer({ min: 1, max: 4 }),
    isApart: fc.boolean(),
    fails: fc.boolean(),
    remakes: fc.boolean(),
    below: levels === 0 ? fc.constant([]) : fc.array(ownerWith(levels - 1), { maxLength: 3 }),
  })
}

const chain = fc.array(ownerWith(0), { minLength: 1, maxLength: 4 }).map((owners) =>
  owners.reduceRight((below, owner) => ({ ...owner, fails: true, below: [below] }), {
    ...leafOwner,
    isApart: true,
  }),
)
const leafOwner: Owner = { maxAttempts: 3, below: [], isApart: false, fails: true, remakes: true }

interface Play {
  readonly root: Owner
  readonly clock: FakeClock
  /** Whether a server answers; one that does not has done its work all the same. */
  readonly answers: boolean
  readonly attemptTimeoutMs: (path: readonly number[]) => number
  calls: number
  firstTries: number
  repeats: number
  leafTries: number
  readonly remainders: { budget: string; retriesLeft: number; most: number }[]
}

let pair: ApartPair
let play: Play
beforeEach(async () => {
  pair = await connectApart((server) => {
    const inputSchema = { path: z.array(z.int()), most: z.int() }
    server.registerTool('work', { inputSchema }, async ({ path, most }, extra) => {
      const { budget, retriesLeft } = Object(extra._meta?.[KEY])
      play.remainders.push({ budget, retriesLeft, most })
      try {
        await work(path, retriesLeft)
        return { content: [] }
      } finally {
        if (!play.answers) await new Promise(() => {})
      }
    })
  })
})
afterEach(() => pair.close())

function start(root: Owner, more: Partial<Play> = {}): Play {
  const clock = createFakeClock()
  const counts = { calls: 0, firstTries: 0, repeats: 0, leafTries: 0, remainders: [] }
  play = { root, clock, answers: true, attemptTimeoutMs: () => 1e6, ...counts, ...more }
  return play
}

function ownerAt(path: readonly number[]): Owner {
  return path.reduce((owner: Owner, index) => owner.below[index] ?? owner, play.root)
}

/** Lets the owner at a path work. `most` is the remainder that came into this process. */
async function work(path: readonly number[], most: number): Promise<void> {
  const owner = ownerAt(path)
  const { clock, attemptTimeoutMs } = play
  play.calls++
  const options = { owner: 'owner', effect: 'read', deadlineMs: 1e8, clock } as const
  const own = { maxAttempts: owner.maxAttempts, attemptTimeoutMs: attemptTimeoutMs(path) }
  await recover({ ...options, ...own, random: () => Math.random() / 1000 }, async ({ number }) => {
    if (number === 1) play.firstTries++
    else play.repeats++
    if (owner.below.length === 0) play.leafTries++
    try {
      for (const [index, each] of owner.below.entries()) {
        await (each.isApart ? ask([...path, index], most) : work([...path, index], most))
      }
    } catch (error) {
      if (!owner.remakes) throw error
      throw connectionReset('made anew')
    }
    if (owner.fails) throw connectionReset()
  })
}

async function ask(path: readonly number[], most: number): Promise<void> {
  const answer = await pair.client.callTool({ name: 'work', arguments: { path, most } })
  if (answer.isError !== true) return
  throw declaredError({ message: 'failed', ...Object(answer.structuredContent) })
}

const finish = (stepMs: number) => drive(play.clock, work([], play.root.maxAttempts - 1), stepMs)

describe('REQ-14, REQ-20 however owners are spread over processes, when every request is answered', () => {
  test('repeats stay within the outermost budget, no first try is refused, and no remainder grows', async () => {
    await fc.assert(
      fc.asyncProperty(ownerWith(3), async (root) => {
        const { remainders } = start(root)
        await finish(5000)
        expect(play.repeats).toBeLessThanOrEqual(root.maxAttempts - 1)
        expect(play.firstTries).toBe(play.calls)
        const last = new Map<string, number>()
        for (const { budget, retriesLeft, most } of remainders) {
          expect(retriesLeft).toBeLessThanOrEqual(Math.min(most, last.get(budget) ?? most))
          last.set(budget, retriesLeft)
        }
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  test('a chain of them makes as many tries at its end as the first one allows, at most', async () => {
    await fc.assert(
      fc.asyncProperty(chain, async (root) => {
        start(root)
        await finish(5000)
        expect(play.leafTries).toBeLessThanOrEqual(root.maxAttempts)
        expect(play.leafTries).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})

describe('when no request is answered in time', () => {
  const ways = (n: number, k: number): number => (k === 0 ? 1 : (ways(n - 1, k - 1) * n) / k)

  test.each([
    [1, 3, 1],
    [2, 2, 3],
    [3, 1, 3],
    [3, 2, 6],
    [3, 3, 10],
    [3, 4, 15],
    [4, 3, 20],
  ])('owners of %i tries in %i processes make %i at the end, not more', async (tries, processes, most) => {
    const chained = (left: number): Owner => ({
      ...leafOwner,
      maxAttempts: tries,
      isApart: true,
      below: left > 1 ? [chained(left - 1)] : [],
    })
    start(chained(processes), { answers: false, attemptTimeoutMs: (path) => 6 ** (8 - path.length) })
    // Six times as long as the one below: long enough for four tries of it.
    await finish(6 ** (8 - processes) / 2)
    expect(play.leafTries).toBe(most)
    expect(most).toBe(ways(tries - 1 + processes, processes))
    expect(play.firstTries).toBe(play.calls)
  })
})
