import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import { oldBranches } from '../../../src/tail/model/old-branches.ts'
import { createSpanTree } from '../../../src/tail/model/tree.ts'
import { type TestSpan, trace } from '../../support/trace.ts'

const factsOf = (...spans: TestSpan[]): SpanFacts[] => trace(...spans).map(readFacts)
const namesOf = (spans: Iterable<SpanFacts>): string[] => [...spans].map(({ name }) => name)
const NONE: ReadonlySet<SpanFacts> = new Set()

/** Two turns of a run that is open, each with two calls, in the order in which they ended. */
const turns = factsOf(
  { id: 'a1', in: 'a', at: [1, 2] },
  { id: 'a2', in: 'a', at: [3, 4] },
  { id: 'a', in: 'run', at: [0, 5] },
  { id: 'b1', in: 'b', at: [11, 12] },
  { id: 'b2', in: 'b', at: [13, 14] },
  { id: 'b', in: 'run', at: [10, 15] },
)
const [openRun] = factsOf({ id: 'run', at: [0] })
const open = openRun === undefined ? [] : [openRun]

const left = (
  spans: readonly SpanFacts[],
  most: number,
  holding: readonly SpanFacts[] = open,
  pending = NONE,
) => oldBranches(createSpanTree(spans), { most, open: holding, pending })

test('lets go of whole branches, what ended first before the rest', () => {
  expect(namesOf(left(turns, 1).going)).toEqual(['a1', 'a2', 'a'])
  expect(left(turns, 4).going.size).toBe(6)
  expect(left(turns, 4).isForced).toBe(false)
})

test('keeps a branch below which something is open, as long as there is another one', () => {
  const late = factsOf({ id: 'late', in: 'a2', at: [4] })
  expect(namesOf(left(turns, 1, [...open, ...late]).going)).toEqual(['b1', 'b2', 'b'])
  const all = left(turns, 4, [...open, ...late])
  expect([all.going.size, all.isForced]).toEqual([6, true])
})

test('of a branch with a span that something to come decides about only that span stays, with its kin', () => {
  const inner = factsOf({ id: 'below', in: 'a2', at: [3, 4] })
  const pending = new Set(turns.filter(({ name }) => name === 'a2'))
  const { going, remnants, isForced } = left([...inner, ...turns], 1, open, pending)
  expect(namesOf(going)).toEqual(['a1'])
  expect(namesOf(remnants).sort()).toEqual(['a', 'a2', 'below'])
  expect(isForced).toBe(false)
})

test('lets go of what something to come decides about where nothing else is left', () => {
  const pending = new Set(turns.filter(({ name }) => name === 'a2'))
  const { going, remnants, isForced } = left(turns, 5, open, pending)
  expect([going.size, isForced]).toEqual([5, true])
  expect(namesOf(remnants)).toEqual(['a'])
})

test('takes spans that are their own ancestors for one branch', () => {
  const circle = factsOf({ id: 'x', in: 'y' }, { id: 'y', in: 'x' }, { id: 'below', in: 'x' })
  expect(left(circle, 1, []).going.size).toBeGreaterThan(0)
})

test('lets go of nothing where nothing is over', () => {
  const running = factsOf({ id: 'one', at: [1] }, { id: 'two', at: [2] })
  expect(left(running, 5, running).going.size).toBe(0)
})
