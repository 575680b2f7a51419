import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import { FactSet } from '../../../src/tail/model/fact-set.ts'
import { trace } from '../../support/trace.ts'

const COUNT = 100
const facts = trace(
  ...Array.from({ length: COUNT }, (_, at) => ({
    id: `s${at}`,
    ...(at === 70 ? { 'toolspan.run.id': 'run' } : {}),
  })),
).map(readFacts)

function filled(): FactSet {
  const set = new FactSet()
  for (const span of facts) set.add(span)
  return set
}

test('knows each of its spans by both ids, where it stands, and no other', () => {
  const set = filled()
  expect(facts.map((span) => set.known({ ...span }))).toEqual(facts)
  expect(set.spans.map(({ place }) => place)).toEqual([...set.spans.keys()])
  const [first] = facts
  expect(first && set.known({ ...first, traceId: 'another' })).toBeUndefined()
})

test('what is known better stands where it stood', () => {
  const set = filled()
  const [, , third] = facts
  if (third === undefined) throw new Error('no span')
  const better = { ...third, endMs: 99, place: -1 }
  set.replace(third, better)
  expect([set.size, set.spans[2], set.known(third), better.place]).toEqual([COUNT, better, better, 2])
})

test('after some went the others keep their order and are found, and names of those that went are gone', () => {
  const set = filled()
  const staying = facts.filter((_, at) => at % 3 === 0)
  expect([...set.runIds]).toEqual(['run'])
  set.letGo(new Set(facts.filter((span) => !staying.includes(span))))
  expect(set.spans).toEqual(staying)
  expect(facts.map((span) => set.known(span))).toEqual(
    facts.map((span) => (staying.includes(span) ? span : undefined)),
  )
  expect([...set.runIds, set.traceId]).toEqual([facts[0]?.traceId])
})
