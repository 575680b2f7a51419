import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import { createSpanTree } from '../../../src/tail/model/tree.ts'
import { failing, unknownWrite } from '../../support/calls.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

const treeOf = (...spans: TestSpan[]) => {
  const facts = trace(...spans).map(readFacts)
  const byName = new Map(facts.map((span) => [span.name, span]))
  return { tree: createSpanTree(facts), of: (name: string) => byName.get(name) as SpanFacts }
}
const names = (spans: readonly SpanFacts[]) => spans.map(({ name }) => name)

test('walks down the nearer spans first, and below a span only where it is told to', () => {
  const { tree, of } = treeOf(
    { id: 'deep', in: 'a' },
    { id: 'b', in: 'top', at: [50, 60] },
    { id: 'a', in: 'top', at: [10, 20] },
    { id: 'top' },
  )
  const visited: SpanFacts[] = []
  tree.walkDown(of('top'), (span) => {
    visited.push(span)
    return span.name !== 'b'
  })
  expect(names(visited)).toEqual(['a', 'b', 'deep'])
})

const circle = (length: number): TestSpan[] =>
  Array.from({ length }, (_, index) => ({ id: `c${index}`, in: `c${(index + 1) % length}` }))

test.each([1, 2, 3, 300])('comes to an end in a circle of %d spans', (length) => {
  const { tree, of } = treeOf(...circle(length), { id: 'below', in: 'c0' })
  const visited: SpanFacts[] = []
  tree.walkDown(of('c0'), (span) => {
    visited.push(span)
    return true
  })
  expect(names(visited)).toEqual(['below'])
})

test('rules come to an end over calls that are their own ancestors', () => {
  const calls = circle(4).map((span, index) => ({
    ...(index % 2 === 0 ? unknownWrite(span.id, 'send') : failing(span.id, 'send', 'transient')),
    in: span.in ?? '',
  }))
  expect(() => findingsOf(trace(...calls, { id: 'x', in: 'c0' }))).not.toThrow()
})

test('walks a chain of ten thousand spans without running out of stack', () => {
  const chain = Array.from(
    { length: 10_000 },
    (_, index): TestSpan => ({ id: `d${index}`, in: `d${index - 1}` }),
  )
  const { tree, of } = treeOf(...chain)
  let count = 0
  tree.walkDown(of('d0'), () => {
    count += 1
    return true
  })
  expect(count).toBe(9999)
})

/** For each span the number of its parent, which may be itself, not there, or enclose it by way of others. */
const parentNumbers = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 })

test('looks for one above a span, and for the outermost one, among its ancestors and nowhere else', () => {
  fc.assert(
    fc.property(parentNumbers, (parents) => {
      const facts = trace(...parents.map((parent, at) => ({ id: `s${at}`, in: `s${parent}` }))).map(readFacts)
      const tree = createSpanTree(facts)
      for (const span of facts) {
        const ancestors = tree.ancestorsOf(span)
        expect(tree.topOf(span)).toBe(ancestors.at(-1) ?? span)
        for (const wanted of facts) {
          const found = tree.findAbove(span, (above) => above === wanted)
          expect(found).toBe(ancestors.includes(wanted) ? wanted : undefined)
          expect(tree.isBelow(span, new Set([tree.indexOf(wanted)]))).toBe(ancestors.includes(wanted))
        }
      }
    }),
  )
})

test('what encloses several spans is the nearest ancestor that they all have', () => {
  fc.assert(
    fc.property(parentNumbers, fc.uniqueArray(fc.nat(11), { minLength: 1 }), (parents, places) => {
      const facts = trace(...parents.map((parent, at) => ({ id: `s${at}`, in: `s${parent}` }))).map(readFacts)
      const tree = createSpanTree(facts)
      const [first, ...others] = places.flatMap((place) => facts[place] ?? [])
      if (first === undefined) return
      const isShared = (above: SpanFacts) => others.every((other) => tree.ancestorsOf(other).includes(above))
      expect(tree.enclosing([first, ...others])).toBe(tree.ancestorsOf(first).find(isShared))
    }),
  )
})

test('a tree is whole where every span, and all above it, have their parents', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), parentNumbers, (up, any) => {
      // Each below an earlier one.
      const honest: TestSpan[] = up.map((number, at) => ({ id: `s${at + 1}`, in: `s${number % (at + 1)}` }))
      expect(treeOf({ id: 's0' }, ...honest).tree.isWhole).toBe(true)
      const { tree } = treeOf(...any.map((parent, at) => ({ id: `s${at}`, in: `s${parent}` })))
      if (tree.isWhole) for (const span of tree.spans) expect(tree.hasItsParents(span)).toBe(true)
    }),
  )
  expect(treeOf({ id: 'a' }, { id: 'b', in: 'gone' }).tree.isWhole).toBe(false)
})

test.each([255, 256, 257, 600])('looks no further up than 256 spans in a chain of %i', (length) => {
  const { tree, of } = treeOf(
    ...Array.from({ length }, (_, at): TestSpan => ({ id: `d${at}`, in: `d${at - 1}` })),
  )
  const deepest = of(`d${length - 1}`)
  let seen = 0
  expect(tree.findAbove(deepest, () => ++seen < 0)).toBe(undefined)
  expect(seen).toBe(tree.ancestorsOf(deepest).length)
  expect(tree.topOf(deepest)).toBe(tree.ancestorsOf(deepest).at(-1))
})
