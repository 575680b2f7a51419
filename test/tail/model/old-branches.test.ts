import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import { oldBranches } from '../../../src/tail/model/old-branches.ts'
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

test('lets go of whole branches, what ended first before the rest', () => {
  expect(namesOf(oldBranches(turns, { most: 1, open, pending: NONE }))).toEqual(['a1', 'a2', 'a'])
  expect(oldBranches(turns, { most: 4, open, pending: NONE }).size).toBe(6)
})

test('keeps a branch below which something is open, or that something to come decides about', () => {
  const late = factsOf({ id: 'late', in: 'a2', at: [4] })
  expect(namesOf(oldBranches(turns, { most: 1, open: [...open, ...late], pending: NONE }))).toEqual([
    'b1',
    'b2',
    'b',
  ])
  const pending = new Set(turns.slice(0, 1))
  expect(namesOf(oldBranches(turns, { most: 9, open, pending }))).toEqual(['b1', 'b2', 'b'])
})

test('takes spans that are their own ancestors for one branch', () => {
  const circle = factsOf({ id: 'x', in: 'y' }, { id: 'y', in: 'x' }, { id: 'below', in: 'x' })
  expect(oldBranches(circle, { most: 1, open: [], pending: NONE }).size).toBeGreaterThan(0)
})

test('lets go of nothing where nothing is over', () => {
  const running = factsOf({ id: 'one', at: [1] }, { id: 'two', at: [2] })
  expect(oldBranches(running, { most: 5, open: running, pending: NONE }).size).toBe(0)
})
