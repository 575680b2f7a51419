import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

test('reads what a span states about run, operation, try and budget', () => {
  expect(
    factsOf({
      'toolspan.run.id': 'conv-1',
      'toolspan.turn.id': 'turn-2',
      'toolspan.operation.id': 'op-1',
      'toolspan.operation.fingerprint': 'aa01',
      'toolspan.layer': 'mcp_client',
      'toolspan.attempt.number': 2,
      'toolspan.budget.id': 'b-1',
      'toolspan.budget.owner': 'handler',
      'toolspan.budget.parent_id': 'b-0',
      'toolspan.budget.max_attempts': '3',
      'toolspan.budget.deadline_ms': 10_000,
      'toolspan.budget.exhausted_by': 'deadline',
    }),
  ).toMatchObject({
    role: 'other',
    runId: 'conv-1',
    turnId: 'turn-2',
    operationId: 'op-1',
    fingerprint: 'aa01',
    layer: 'mcp_client',
    attempt: 2,
    budget: {
      id: 'b-1',
      owner: 'handler',
      parentId: 'b-0',
      maxAttempts: 3,
      deadlineMs: 10_000,
      exhaustedBy: 'deadline',
      approved: false,
    },
  })
})

test('reads what a span states about a call, its result and its error', () => {
  expect(
    factsOf({
      'toolspan.tool.effect': 'write',
      'toolspan.tool.idempotent': true,
      'toolspan.idempotency_key.hash': 'k1',
      'toolspan.timeout.call_ms': 60_000,
      'toolspan.progress.count': 4,
      'toolspan.agent.tools_offered': 9,
      'toolspan.result.status': 'indeterminate',
      'toolspan.result.reason': 'timeout',
      'toolspan.coverage.status': 'partial',
      'toolspan.freshness.age_ms': 5,
      'toolspan.error.category': 'transient',
      'toolspan.error.retryable': false,
      'toolspan.error.code': 'ETIMEDOUT',
      'toolspan.error.retry_after_ms': 2000,
      'toolspan.error.fields': ['partial_results'],
    }),
  ).toMatchObject({
    failed: true,
    isMarkedFailed: false,
    effect: 'write',
    idempotent: true,
    idempotencyKey: 'k1',
    timers: { callMs: 60_000 },
    progressCount: 4,
    toolsOffered: 9,
    result: { status: 'indeterminate', reason: 'timeout', foreign: false, coverage: 'partial', ageMs: 5 },
    errorCategory: 'transient',
    retryable: false,
    errorCode: 'ETIMEDOUT',
    retryAfterMs: 2000,
    errorFields: ['partial_results'],
  })
})

test.each([
  ['toolspan.layer', 'kitchen', 'layer'],
  ['toolspan.attempt.number', 0, 'attempt'],
  ['toolspan.attempt.number', 1.5, 'attempt'],
  ['toolspan.tool.effect', 'maybe', 'effect'],
  ['toolspan.tool.idempotent', 'true', 'idempotent'],
  ['toolspan.result.status', 'great', 'result'],
  ['toolspan.error.category', 'fatal', 'errorCategory'],
  ['toolspan.error.retryable', 1, 'retryable'],
  ['toolspan.timeout.call_ms', 0, 'timers'],
  ['toolspan.operation.id', '', 'operationId'],
  ['toolspan.progress.count', -1, 'progressCount'],
] as const)('leaves %s alone where it says %s', (name, value, fact) => {
  expect(factsOf({ [name]: value })[fact]).toBeUndefined()
})

test('takes an approval only with a name and a reason', () => {
  const budget = { 'toolspan.budget.id': 'b' }
  const by = { 'toolspan.budget.approved_by': 'duty' }
  const reason = { 'toolspan.budget.reason': 'restored' }
  expect(factsOf({ ...budget, ...by, ...reason }).budget?.approved).toBe(true)
  expect(factsOf({ ...budget, ...by }).budget?.approved).toBe(false)
  expect(factsOf({ ...budget, ...reason }).budget?.approved).toBe(false)
})

test('takes "other" that was inferred for a category that nobody gave', () => {
  const other = { 'toolspan.error.category': 'other' }
  expect(factsOf({ ...other, 'toolspan.error.source': 'inferred' }).isCategoryInferred).toBe(true)
  expect(factsOf({ ...other, 'toolspan.error.source': 'declared' }).isCategoryInferred).toBeUndefined()
})

test.each([
  ['failed', true],
  ['indeterminate', true],
  ['cancelled', false],
  ['found', false],
])('a result that is %s makes the call failed: %s', (status, failed) => {
  expect(factsOf({ 'toolspan.result.status': status }).failed).toBe(failed)
})

test('a cancelled call did not fail, even where its span is marked as an error', () => {
  expect(factsOf({ failed: true, 'toolspan.result.status': 'cancelled' })).toMatchObject({
    failed: false,
    isMarkedFailed: true,
  })
})

test('what a span states counts for more than what its body says', () => {
  const call = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'gen_ai.tool.call.result': '[]',
    'gen_ai.tool.call.arguments': '{}',
  }
  const facts = factsOf({
    ...call,
    'toolspan.result.status': 'found',
    'toolspan.operation.fingerprint': 'aa01',
  })
  expect(facts).toMatchObject({ fingerprint: 'aa01', result: { status: 'found', foreign: false } })
})
