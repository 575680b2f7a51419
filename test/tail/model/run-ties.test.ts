import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import { RunTies } from '../../../src/tail/model/run-ties.ts'
import { call, empty, failing, model, read, request, write } from '../../support/calls.ts'
import { type TestSpan, trace } from '../../support/trace.ts'

/** Far more than what is looked at in any case. */
const BETWEEN = 500

const plain = (count: number): TestSpan[] =>
  Array.from({ length: count }, (_, at) =>
    read(`p${at}`, `tool_${at % 7}`, { in: 'turn', 'toolspan.operation.fingerprint': `own ${at}` }),
  )

/** How many spans have to be looked at when `late` comes, long after `early`; what lies between is tied to nothing. */
function lookedAt(
  early: readonly TestSpan[],
  late: readonly TestSpan[],
  open: readonly TestSpan[] = [],
): number {
  const facts = trace(...early, ...plain(BETWEEN), ...late).map(readFacts)
  const ties = new RunTies()
  for (const span of facts) ties.add(span)
  return facts.length - ties.startFor(facts.length - late.length, factsOf(open))
}

const factsOf = (spans: readonly TestSpan[]): SpanFacts[] => trace(...spans).map(readFacts)
const asked = { 'http.request.method': 'GET', 'url.full': 'https://api.example/things' }

const TIED: readonly [what: string, early: TestSpan[], late: TestSpan[]][] = [
  [
    'tries of one operation',
    [failing('a', 'get', 'transient', { 'toolspan.operation.id': 'op' })],
    [read('b', 'get', { 'toolspan.operation.id': 'op' })],
  ],
  [
    'tries of one budget',
    [call('a', 'get', { 'toolspan.budget.id': 'one' })],
    [call('b', 'get', { 'toolspan.budget.id': 'one' })],
  ],
  [
    'a budget and the one that it inherits from',
    [call('a', 'get', { 'toolspan.budget.id': 'one' })],
    [call('b', 'get', { 'toolspan.budget.id': 'two', 'toolspan.budget.parent_id': 'one' })],
  ],
  [
    'calls with equal arguments',
    [failing('a', 'get', 'permission', { 'toolspan.operation.fingerprint': 'f' })],
    [read('b', 'get', { 'toolspan.operation.fingerprint': 'f' })],
  ],
  ['a span and its late child', [call('a', 'get')], [call('b', 'inner', { in: 'a' })]],
  ['a span and what it encloses', [call('b', 'inner', { in: 'a' })], [call('a', 'get')]],
  ['an empty answer and a write', [empty('a', 'find')], [write('b', 'create')]],
  [
    'a request that failed and the next one, wherever they hang',
    [{ id: 'a', in: 'x', failed: true, kind: 'client', ...asked }],
    [{ id: 'b', in: 'y', kind: 'client', ...asked }],
  ],
  [
    'pages of one listing',
    [read('a', 'list', { 'toolspan.result.has_more': true })],
    [read('b', 'list', { 'toolspan.result.count': 2, 'toolspan.result.total': 9 })],
  ],
  [
    'a refusal and a later failure of the same model',
    [
      {
        ...model('a', { 'gen_ai.request.model': 'm' }),
        failed: true,
        'toolspan.error.category': 'permission',
      },
    ],
    [
      {
        ...model('b', { 'gen_ai.request.model': 'm' }),
        failed: true,
        'toolspan.error.category': 'permission',
      },
    ],
  ],
]

test.each(TIED)('looks at both of what a rule may see at once: %s', (_, early, late) => {
  expect(lookedAt(early, late)).toBe(early.length + BETWEEN + late.length)
})

const APART: readonly [what: string, early: TestSpan[], late: TestSpan[]][] = [
  ['siblings', [read('a', 'get')], [read('b', 'get')]],
  [
    'other operations',
    [failing('a', 'get', 'transient', { 'toolspan.operation.id': 'one' })],
    [read('b', 'get', { 'toolspan.operation.id': 'other' })],
  ],
  ['a write and an empty answer after it', [write('a', 'create')], [empty('b', 'find')]],
  [
    'requests that went well',
    [{ id: 'a', in: 'x', kind: 'client', ...asked }],
    [{ id: 'b', in: 'x', kind: 'client', ...asked }],
  ],
  [
    'a refusal and a failure after the target had served again',
    [{ ...model('a'), failed: true, 'toolspan.error.category': 'permission' }, model('c')],
    [{ ...model('b'), failed: true, 'toolspan.error.category': 'permission' }],
  ],
  [
    'failures of one tool with another outcome between',
    [failing('a', 'get', 'business'), read('c', 'get')],
    [failing('b', 'get', 'business')],
  ],
]

test.each(APART)('does not look back for what no rule sees together: %s', (_, early, late) => {
  expect(lookedAt(early, late)).toBeLessThan(100)
})

test('looks back to the first of the writes of a list, of which one was cut off', () => {
  const post = (id: string, status: number) =>
    request(id, 'https://pay.example.com/payments', status, {
      'http.request.method': 'POST',
      'toolspan.tool.effect': 'write',
    })
  const others = Array.from({ length: 200 }, (_, at) => read(`o${at}`, `look_${at}`, { in: 'elsewhere' }))
  const early = [post('a', 200), ...others, post('b', 504)]
  expect(lookedAt(early, [post('c', 200)])).toBeGreaterThanOrEqual(early.length + BETWEEN + 1)
})

test('looks back to the answer of the model that asked for a row of steps', () => {
  const step = (id: string, words: string) =>
    failing(id, 'search', 'other', { 'toolspan.operation.fingerprint': words })
  const others = Array.from({ length: 200 }, (_, at) => read(`o${at}`, `look_${at}`, { in: 'elsewhere' }))
  const early = [model('ask'), ...others, step('a', 'one')]
  expect(lookedAt(early, [step('b', 'two')])).toBeGreaterThanOrEqual(early.length + BETWEEN + 1)
})

test('looks back to where a row of equal steps began', () => {
  const failure = (id: string): TestSpan => failing(id, 'open', 'business')
  const facts = factsOf([...['a', 'b', 'c'].map(failure), ...plain(BETWEEN), failure('d')])
  const ties = new RunTies()
  for (const span of facts) ties.add(span)
  expect(ties.startFor(facts.length - 1, [])).toBe(0)
})

test('looks back for what an open span goes on with', () => {
  const first = failing('a', 'get', 'transient', { 'toolspan.operation.id': 'op' })
  const open = call('b', 'get', { 'toolspan.operation.id': 'op', at: [900_000] })
  expect(lookedAt([first], [read('c', 'inner', { in: 'b' })], [open])).toBe(BETWEEN + 2)
  expect(lookedAt([first], [read('c', 'inner', { in: 'b' })])).toBeLessThan(100)
})
