import { expect, test } from 'vitest'
import { failing, run, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import type { TestSpan } from '../../support/trace.ts'

const agent = (id: string, from: number, turn: string | undefined): TestSpan =>
  subagent(id, { at: [from, from + 9000], ...(turn === undefined ? {} : { 'toolspan.turn.id': turn }) })

const tries = (id: string, from: number): TestSpan[] =>
  [0, 1, 2].map((index) =>
    failing(`${id}t${index}`, 'get_invoice', 'transient', {
      in: id,
      at: [from + index * 2000, from + index * 2000 + 500],
      'toolspan.operation.fingerprint': 'f00dfeedbeef',
    }),
  )

const calls = [...tries('first', 1000), ...tries('second', 20_000)]
const resets = (...spans: TestSpan[]) => findingsOfRule('budget-reset', ...spans, ...calls, run)

test('a turn of the user is told by the span of the agent, not only by each call', () => {
  expect(resets(agent('first', 1000, 'u1'), agent('second', 20_000, 'u2'))).toEqual([])
})

test('two agents of one turn, and of turns that nobody names, are not told apart', () => {
  expect(resets(agent('first', 1000, 'u1'), agent('second', 20_000, 'u1'))).toHaveLength(1)
  expect(resets(agent('first', 1000, undefined), agent('second', 20_000, undefined))).toHaveLength(1)
  expect(resets(agent('first', 1000, 'u1'), agent('second', 20_000, undefined))).toHaveLength(1)
})

test('where turns are named, and the span that would tell has not arrived, nobody is accused', () => {
  expect(resets(agent('first', 1000, 'u1'))).toEqual([])
  expect(resets(agent('second', 20_000, 'u2'))).toEqual([])
})
