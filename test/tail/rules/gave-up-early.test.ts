import { expect, test } from 'vitest'
import { attempt, call, empty, read, request, run } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('gave-up-early', ...spans, run)

type More = Partial<TestSpan>

const tool = (more: More = {}) =>
  call('tool', 'get_timetable', {
    at: [0, 500],
    failed: true,
    'toolspan.operation.id': 'op-1',
    'toolspan.tool.effect': 'read',
    'toolspan.result.status': 'failed',
    'toolspan.error.category': 'transient',
    'toolspan.error.retryable': true,
    ...more,
  })
const tried = (more: More = {}) =>
  attempt('one', 1, {
    in: 'tool',
    at: [10, 400],
    failed: true,
    'toolspan.budget.deadline_ms': 20_000,
    'toolspan.error.category': 'transient',
    'toolspan.error.retryable': true,
    ...more,
  })

test('notes a transient failure of a read that goes up unrepeated (REQ-26)', () => {
  const [finding, ...more] = found(tool(), tried())
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    severity: 'info',
    attempts: 1,
    recovered: false,
    origin: { agent: 'desk', tool: 'get_timetable' },
  })
  expect(finding?.spanIds).toEqual([hexId('one', 16)])
  expect(finding?.summary).toBe(
    'handler gave up on get_timetable after its first try, though the failure was transient and 3 tries were allowed',
  )
  expect(finding?.fix).toContain('let handler repeat transient failures of reads')
})

test('stays quiet when somebody repeated it, the owner or anyone above', () => {
  expect(found(tool(), tried(), attempt('two', 2, { in: 'tool', at: [410, 480], failed: true }))).toEqual([])
  const again = call('again', 'get_timetable', {
    at: [600, 900],
    failed: true,
    'toolspan.operation.id': 'op-1',
  })
  expect(found(tool(), tried(), again)).toEqual([])
})

test('stays quiet when it worked in the end', () => {
  expect(found(tool({ failed: false, 'toolspan.result.status': 'found' }), tried())).toEqual([])
})

test('stays quiet where the tool was called again with arguments that nobody shows', () => {
  const later = read('later', 'get_timetable', { at: [900, 950] })
  expect(found(tool(), tried(), later)).toEqual([])
  expect(found(tool(), tried(), { ...later, 'gen_ai.tool.name': 'get_weather' })).toHaveLength(1)
  expect(found(tool(), tried(), { ...later, 'toolspan.operation.fingerprint': 'other' })).toHaveLength(1)
})

test.each([
  [20_009, 1],
  [20_010, 0],
])('a try that ends %d ms after the start, with a deadline of 20 s, is %d finding', (endMs, count) => {
  expect(found(tool({ at: [0, 30_000] }), tried({ at: [10, endMs] }))).toHaveLength(count)
})

test('stays quiet when the wait that the server asked for does not fit', () => {
  expect(found(tool(), tried({ 'toolspan.error.retry_after_ms': 19_610 }))).toEqual([])
  expect(found(tool(), tried({ 'toolspan.error.retry_after_ms': 19_609 }))).toHaveLength(1)
})

test('stays quiet when the user cancelled, or the budget says why it ended', () => {
  const stopped = { failed: false, 'toolspan.result.status': 'cancelled' }
  expect(found(tool(stopped), tried())).toEqual([])
  for (const by of ['attempts', 'deadline', 'shared_budget', 'throttled', 'cancelled']) {
    expect(found(tool({ 'toolspan.budget.exhausted_by': by }), tried())).toEqual([])
  }
})

test('stays quiet about writes and calls of unknown effect', () => {
  for (const effect of ['write', 'unknown', undefined]) {
    expect(found(tool({ 'toolspan.tool.effect': effect }), tried())).toEqual([])
  }
})

test.each(['validation', 'permission', 'business', 'other'])('stays quiet about a %s error', (category) => {
  expect(found(tool(), tried({ 'toolspan.error.category': category }))).toEqual([])
})

test('stays quiet about a transient failure that is declared not retryable', () => {
  expect(found(tool(), tried({ 'toolspan.error.retryable': false }))).toEqual([])
})

test('stays quiet where one try is all that is allowed, or nothing says how many', () => {
  expect(found(tool(), tried({ 'toolspan.budget.max_attempts': 1 }))).toEqual([])
  expect(found(tool(), tried({ 'toolspan.budget.max_attempts': 2 }))).toHaveLength(1)
  expect(found(tool(), tried({ 'toolspan.budget.max_attempts': undefined }))).toEqual([])
  expect(found(tool(), tried({ 'toolspan.budget.id': undefined }))).toEqual([])
})

test('claims nothing while the run goes on, or where its root is missing: the next try may still come', () => {
  const ending = (root: TestSpan) => findingsOfRule('gave-up-early', tool(), tried(), root)
  expect(ending({ ...run, at: [0] })).toEqual([])
  expect(ending({ ...run, id: 'else' })).toEqual([])
  expect(ending(run)).toHaveLength(1)
  expect(found(tool({ at: [0] }), tried())).toEqual([])
})

test('stays quiet about plain requests that nobody declared a budget for', () => {
  expect(found(request('h', 'https://rates.example.com/', 503), empty('e', 'look'))).toEqual([])
})

test('reads the limit that the AWS SDK sends only with a budget: its own retries are its own', () => {
  const aws = request('h', 'https://db.example.com/', 503, {
    in: 'tool',
    at: [10, 400],
    'http.request.header.amz-sdk-invocation-id': ['one'],
    'http.request.header.amz-sdk-request': ['attempt=1; max=3'],
  })
  expect(found(tool(), aws)).toEqual([])
})
