import { expect, test } from 'vitest'
import { attempt, call, client, run, server } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { storm } from '../../support/storm.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('over-budget', ...spans, run)

type More = Partial<TestSpan>

const failed = (id: string, number: number, more: More = {}) =>
  attempt(id, number, { failed: true, 'toolspan.error.category': 'transient', ...more })
const tries = (count: number, more: More = {}) =>
  Array.from({ length: count }, (_, index) => failed(`a${index + 1}`, index + 1, more))

test('flags a try that its budget does not allow: three retries counted as three tries (REQ-15)', () => {
  const [finding, ...more] = found(...tries(4))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', attempts: 4, basis: 'declared', operation: 'op-1' })
  expect(finding?.spanIds).toEqual([hexId('a4', 16)])
  expect(finding?.summary).toBe('handler tried op-1 4 times, though its budget allows 3 tries')
  expect(finding?.fix).toBe('let handler count the first try as one of its 3: 2 retries at most')
  const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_price' }
  expect(found(...tries(4, tool))[0]?.summary).toContain('handler tried get_price 4 times')
})

test('three tries of three are no finding, the fourth is', () => {
  expect(found(...tries(3))).toEqual([])
  expect(found(...tries(4))).toHaveLength(1)
})

const timed = (from: number, more: More = {}) =>
  failed('a2', 2, { at: [from, from + 500], 'toolspan.budget.deadline_ms': 10_000, ...more })
const first = (more: More = {}) =>
  failed('a1', 1, { at: [0, 3000], 'toolspan.budget.deadline_ms': 10_000, ...more })

test('a first try is allowed, however late: one that repeats the number is told of by other rules', () => {
  const again = failed('b1', 1, { at: [20_000, 20_500], 'toolspan.budget.deadline_ms': 10_000 })
  expect(found(first(), again)).toEqual([])
})

test('flags a try that starts past the deadline, not one that starts in time and ends late (REQ-15)', () => {
  expect(found(first(), timed(10_000))).toEqual([])
  const [finding] = found(first(), timed(10_001))
  expect(finding?.spanIds).toEqual([hexId('a2', 16)])
  expect(finding?.summary).toBe('handler started another try of op-1 after its deadline of 10 s had passed')
})

test('runs the clock from the span of the budget, where there is one', () => {
  const opener: TestSpan = {
    id: 'b',
    in: 'run',
    at: [0, 20_000],
    'toolspan.operation.id': 'op-1',
    'toolspan.budget.id': 'b-1',
    'toolspan.budget.deadline_ms': 10_000,
  }
  expect(found(opener, first({ in: 'b', at: [500, 3000] }), timed(10_300, { in: 'b' }))).toHaveLength(1)
  expect(found(first({ at: [500, 3000] }), timed(10_300))).toEqual([])
})

test('a call that the spent budget refused is neither a try nor the start of the clock', () => {
  const refused: TestSpan = {
    ...call('late', 'get_price', { at: [30_000, 30_001], failed: true }),
    'toolspan.operation.id': 'op-1',
    'toolspan.budget.id': 'b-1',
    'toolspan.budget.max_attempts': 3,
    'toolspan.budget.exhausted_by': 'shared_budget',
  }
  expect(found(refused, ...tries(3))).toEqual([])
  const opener = { id: 'b', in: 'run', at: [0, 20_000] as const, 'toolspan.budget.id': 'b-1' }
  for (const order of [
    [refused, opener],
    [opener, refused],
  ]) {
    expect(found(...order, first({ at: [500, 3000] }), timed(10_300))).toHaveLength(1)
  }
})

test('compares no clocks of two services', () => {
  expect(found(first(), timed(60_000, { service: 'elsewhere' }))).toEqual([])
})

test('counts a try once, however many spans show it', () => {
  const seen = tries(3).flatMap((span) => {
    const inner = client({ ...call(`${span.id}C`, 'get_price'), ...span, id: `${span.id}C`, in: span.id })
    return [span, inner, server(inner)]
  })
  expect(found(...seen)).toEqual([])
  const orphans = tries(3).map((span) => ({
    ...span,
    id: `${span.id}S`,
    in: `gone${span.id}`,
    service: 'server',
  }))
  expect(found(...tries(3), ...orphans)).toEqual([])
})

const nested = (id: string, budget: string, number: number, more: More = {}) =>
  failed(id, number, {
    'toolspan.budget.id': budget,
    'toolspan.budget.parent_id': 'b-1',
    'toolspan.budget.max_attempts': 3,
    ...more,
  })
const root: TestSpan = {
  id: 'root',
  in: 'run',
  at: [0, 90_000],
  'toolspan.operation.id': 'op-1',
  'toolspan.budget.id': 'b-1',
  'toolspan.budget.owner': 'coordinator',
  'toolspan.budget.max_attempts': 3,
}

test('counts what nested owners spend of an inherited budget (REQ-20)', () => {
  const [finding] = found(
    root,
    nested('s1', 'one', 1),
    nested('s2', 'one', 2),
    nested('s3', 'one', 3),
    nested('u1', 'two', 1),
  )
  expect(finding?.spanIds).toEqual([hexId('u1', 16)])
  expect(finding?.summary).toContain('coordinator tried')
})

test('gives each of several look-ups under one owner its first try', () => {
  const found5 = found(
    root,
    ...[1, 2, 3, 4, 5].map((each) => nested(`n${each}`, `b${each}`, 1, { failed: false })),
  )
  expect(found5).toEqual([])
  const differ = (each: number): More => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'look_up',
    'toolspan.operation.fingerprint': `print-${each}`,
  })
  expect(
    found(root, ...[1, 2, 3, 4, 5].map((each) => nested(`n${each}`, `b${each}`, 1, differ(each)))),
  ).toEqual([])
})

test('knows no common limit of budgets whose root is missing', () => {
  const two = { 'toolspan.budget.max_attempts': 2 }
  const spans = [
    nested('s1', 'one', 1, two),
    nested('s2', 'one', 2, two),
    nested('u1', 'two', 1, two),
    nested('u2', 'two', 2, two),
  ]
  expect(found(...spans)).toEqual([])
})

test('says nothing where no budget is declared, or no limit', () => {
  const bare = (span: TestSpan): TestSpan => ({ ...span, 'toolspan.budget.id': undefined })
  expect(found(...tries(9).map(bare))).toEqual([])
  expect(found(...tries(9, { 'toolspan.budget.max_attempts': undefined }))).toEqual([])
})

test('says it once for a layer of many budgets', () => {
  const layers = [
    { layer: 'coordinator', tries: 2 },
    { layer: 'http', tries: 4 },
  ]
  const spans = storm({ layers }).map((span) =>
    span['toolspan.layer'] === 'http' ? { ...span, 'toolspan.budget.max_attempts': 3 } : span,
  )
  expect(found(...spans)).toHaveLength(1)
})

test('stays quiet about the tries of one AWS invocation', () => {
  const request = (id: string, number: number): TestSpan => ({
    id,
    in: 'run',
    kind: 'client',
    failed: true,
    'http.request.method': 'POST',
    'url.full': 'https://dynamodb.example.com/',
    'http.request.header.amz-sdk-invocation-id': ['one'],
    'http.request.header.amz-sdk-request': [`attempt=${number}; max=3`],
  })
  expect(found(request('a', 1), request('b', 2), request('c', 3))).toEqual([])
})
