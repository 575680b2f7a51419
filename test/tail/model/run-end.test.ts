import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import { judgeRun } from '../../../src/tail/judge.ts'
import { createRun } from '../../../src/tail/model/run.ts'
import { hasRunEnded } from '../../../src/tail/model/run-end.ts'
import { run, unknownWrite } from '../../support/calls.ts'
import { type TestSpan, trace } from '../../support/trace.ts'

const endOf = (isOver: boolean, ...spans: TestSpan[]) => {
  const facts = trace(...spans).map(readFacts)
  const [span] = facts
  return span !== undefined && hasRunEnded(span, createRun(facts), isOver)
}
const session = { 'toolspan.run.id': 'conv-1' }

test('a run has ended with its root, where it is one trace', () => {
  const call = unknownWrite('call', 'pay')
  expect(endOf(false, call, run)).toBe(true)
  expect(endOf(false, call, { ...run, at: [0] })).toBe(false)
  expect(endOf(true, call, { ...run, at: [0] })).toBe(false)
})

test('a session goes on in other traces until nothing more is coming', () => {
  const call = unknownWrite('call', 'pay', session)
  expect(endOf(false, call, run)).toBe(false)
  expect(endOf(true, call, run)).toBe(true)
})

test('of a span whose root is missing nothing is known', () => {
  expect(endOf(true, unknownWrite('call', 'pay', { in: 'gone' }), run)).toBe(false)
})

test('nobody is told that nobody looked while the next turn of the session may look', () => {
  const facts = trace(unknownWrite('call', 'pay', session), run).map(readFacts)
  const rules = (isOver: boolean) => judgeRun(createRun(facts), isOver).map(({ rule }) => rule)
  expect(rules(false)).not.toContain('indeterminate-unchecked')
  expect(rules(true)).toContain('indeterminate-unchecked')
})
