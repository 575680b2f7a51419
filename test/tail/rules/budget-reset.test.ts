import { expect, test } from 'vitest'
import { storm } from '../../support/storm.ts'
import { findingsOf, hexId, type TestSpan, trace } from '../../support/trace.ts'

const attempt = (id: string, budget: string, number: number, more: Partial<TestSpan> = {}): TestSpan => ({
  id,
  in: 'run',
  failed: true,
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'get_invoice',
  'toolspan.operation.id': 'inv-1',
  'toolspan.layer': 'subagent',
  'toolspan.attempt.number': number,
  'toolspan.budget.id': budget,
  'toolspan.budget.owner': `owner-of-${budget}`,
  'toolspan.budget.max_attempts': 2,
  'toolspan.tool.effect': 'read',
  ...more,
})
const run: TestSpan = { id: 'run', at: [0, 10_000], 'gen_ai.operation.name': 'invoke_agent' }

const resetsOf = (...spans: TestSpan[]) =>
  findingsOf(trace(...spans, run)).filter(({ rule }) => rule === 'budget-reset')

const spent = [attempt('a1', 'one', 1), attempt('a2', 'one', 2)]

test('flags a budget that opens after an earlier one of the layer had ended in failure (REQ-20)', () => {
  const found = resetsOf(...spent, attempt('b1', 'two', 1), attempt('b2', 'two', 2))
  expect(found).toMatchObject([
    { severity: 'critical', resets: 1, attempts: 4, recovered: false, basis: 'declared', operation: 'inv-1' },
  ])
  expect(found[0]?.spanIds.slice(0, 2)).toEqual([hexId('b1', 16), hexId('a2', 16)])
  expect(found[0]?.summary).toContain('owner-of-one')
})

test('counts every further budget in one finding', () => {
  expect(resetsOf(...spent, attempt('b1', 'two', 1), attempt('c1', 'three', 1))).toMatchObject([
    { resets: 2 },
  ])
})

test('is a warning when the operation ended well', () => {
  expect(resetsOf(...spent, attempt('b1', 'two', 1, { failed: false }))).toMatchObject([
    { severity: 'warning', recovered: true },
  ])
})

test('is only "info" inside a storm that says it already', () => {
  const layers = [
    { layer: 'tool', tries: 2 },
    { layer: 'http', tries: 2 },
  ]
  const resets = findingsOf(trace(...storm({ layers }))).filter(({ rule }) => rule === 'budget-reset')
  expect(resets).toMatchObject([{ severity: 'info', resets: 1 }])
})

test('stays quiet when the new budget names who approved it and why', () => {
  const approved = { 'toolspan.budget.approved_by': 'duty', 'toolspan.budget.reason': 'service restored' }
  expect(resetsOf(...spent, attempt('b1', 'two', 1, approved), attempt('b2', 'two', 2, approved))).toEqual([])
})

test('fires when it names only who, not why', () => {
  const half = { 'toolspan.budget.approved_by': 'duty' }
  expect(resetsOf(...spent, attempt('b1', 'two', 1, half))).toHaveLength(1)
})

test('an approval covers what opens below it once, not twice', () => {
  const approved = { 'toolspan.budget.approved_by': 'duty', 'toolspan.budget.reason': 'restored' }
  const inner = (id: string, parent: string, budget: string, at: readonly [number, number]): TestSpan => ({
    ...attempt(id, budget, 1),
    in: parent,
    at,
    'toolspan.layer': 'http',
  })
  const found = resetsOf(
    { ...attempt('a1', 'one', 1), at: [0, 100] },
    inner('ah', 'a1', 'one-http', [10, 20]),
    { ...attempt('b1', 'two', 1, approved), at: [200, 300] },
    inner('bh', 'b1', 'two-http', [210, 220]),
    { ...attempt('b2', 'two', 2, approved), at: [400, 500] },
    inner('ch', 'b2', 'three-http', [410, 420]),
  )
  expect(found).toMatchObject([{ resets: 1 }])
  expect(found[0]?.spanIds[0]).toBe(hexId('ch', 16))
})

test('stays quiet when the new budget inherits from the old one', () => {
  const inherited = { 'toolspan.budget.parent_id': 'one' }
  expect(resetsOf(...spent, attempt('b1', 'two', 1, inherited))).toEqual([])
})

test('stays quiet about a try that was never started', () => {
  const { 'toolspan.attempt.number': _, ...refused } = attempt('b1', 'two', 1, {
    'toolspan.budget.exhausted_by': 'shared_budget',
  })
  expect(resetsOf(...spent, refused)).toEqual([])
})

test.each([
  ['a success', [attempt('a1', 'one', 1), attempt('a2', 'one', 2, { failed: false })]],
  ['progress', [attempt('a1', 'one', 1, { 'toolspan.progress.count': 3 }), attempt('a2', 'one', 2)]],
  ['a new turn', spent.map((span) => ({ ...span, 'toolspan.turn.id': 'turn-1' }))],
])('stays quiet after %s', (_, earlier) => {
  expect(resetsOf(...earlier, attempt('b1', 'two', 1, { 'toolspan.turn.id': 'turn-2' }))).toEqual([])
})

test('stays quiet after new input', () => {
  const [first, second] = spent.map((span) => ({ ...span, 'toolspan.operation.fingerprint': 'aaa' }))
  const changed = attempt('b1', 'two', 1, { 'toolspan.operation.fingerprint': 'bbb' })
  expect(resetsOf(first as TestSpan, second as TestSpan, changed)).toEqual([])
})

test.each([
  ['a completed write', 'write', []],
  ['a call of unknown effect', 'unknown', []],
  ['a read', 'read', [1]],
])('%s between two budgets decides whether they belong together', (_, effect, resets) => {
  const between: TestSpan = {
    id: 'between',
    in: 'run',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'other',
    'toolspan.tool.effect': effect,
    'toolspan.result.status': 'completed',
  }
  expect(resetsOf(...spent, between, attempt('b1', 'two', 1)).map((found) => found.resets)).toEqual(resets)
})

test('stays quiet about a single later try that declares nothing', () => {
  const plain = (id: string): TestSpan => ({
    id,
    in: 'run',
    failed: true,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'get_invoice',
    'toolspan.operation.id': 'inv-1',
  })
  expect(resetsOf(...spent, plain('later'))).toEqual([])
})

test('stays quiet when another provider is asked', () => {
  const request = (id: string, budget: string, host: string): TestSpan => ({
    id,
    in: 'run',
    kind: 'client',
    failed: true,
    'http.request.method': 'GET',
    'url.full': `https://${host}/rates`,
    'server.address': host,
    'toolspan.operation.id': 'rates',
    'toolspan.attempt.number': 1,
    'toolspan.budget.id': budget,
    'toolspan.budget.max_attempts': 2,
  })
  expect(resetsOf(request('a', 'one', 'eu.example.com'), request('b', 'two', 'us.example.com'))).toEqual([])
  expect(resetsOf(request('a', 'one', 'eu.example.com'), request('b', 'two', 'eu.example.com'))).toHaveLength(
    1,
  )
})

test('claims no order between two services that nothing connects', () => {
  const elsewhere = (span: TestSpan, service: string): TestSpan => ({ ...span, service })
  const [first, second] = spent as [TestSpan, TestSpan]
  const third = attempt('b1', 'two', 1)
  expect(
    resetsOf(elsewhere(first, 'one'), elsewhere(second, 'one'), elsewhere({ ...third, in: 'gone' }, 'two')),
  ).toEqual([])
})

test('compares the dispatches of one service when the tries ran in two others', () => {
  const dispatch = (id: string, at: readonly [number, number]): TestSpan => ({
    id,
    in: 'run',
    at,
    name: 'dispatch',
  })
  const found = resetsOf(
    dispatch('d1', [0, 100]),
    { ...attempt('a1', 'one', 1), in: 'd1', service: 'one', at: [900, 910] },
    { ...attempt('a2', 'one', 2), in: 'd1', service: 'one', at: [920, 930] },
    dispatch('d2', [200, 300]),
    { ...attempt('b1', 'two', 1), in: 'd2', service: 'two', at: [5, 15] },
  )
  expect(found).toMatchObject([{ resets: 1 }])
})

test('sees a queue that delivers a failed job again as attempt 1 of a new trace (REQ-39)', () => {
  const delivery = (id: string, number: number, at: readonly [number, number]): TestSpan => ({
    id,
    trace: id,
    at,
    failed: true,
    'toolspan.operation.id': 'job-1',
    'toolspan.layer': 'queue',
    'toolspan.attempt.number': number,
    'toolspan.budget.id': `budget-${id}`,
    'toolspan.budget.max_attempts': 3,
  })
  expect(resetsOf(delivery('one', 1, [0, 10]), delivery('two', 1, [100, 110]))).toMatchObject([{ resets: 1 }])
})

test('requests side by side are no budget that could be reset, however often they are sent off', () => {
  const handler = (id: string, startMs: number): TestSpan => ({
    id,
    in: 'run',
    at: [startMs, startMs + 90],
    failed: true,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'get_invoice',
    'toolspan.operation.fingerprint': 'same',
  })
  const requests = (tool: string, startMs: number, gapMs: number): TestSpan[] =>
    [0, 1, 2].map((index) => ({
      id: `${tool}${index}`,
      in: tool,
      kind: 'client',
      at: [startMs + index * gapMs, startMs + index * gapMs + 20],
      failed: true,
      'http.request.method': 'GET',
      'url.full': 'https://invoices.example.com/7',
      'http.response.status_code': 503,
    }))
  const twice = (gapMs: number) =>
    resetsOf(handler('h', 0), ...requests('h', 5, gapMs), handler('k', 100), ...requests('k', 105, gapMs))
  expect(twice(2)).toEqual([])
  expect(twice(25)).toMatchObject([{ resets: 1, attempts: 6 }])
})
