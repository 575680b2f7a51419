import { expect, test } from 'vitest'
import {
  attempt,
  call,
  client,
  failing,
  model,
  read,
  request,
  run,
  server,
  subagent,
} from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('unbounded-call', ...spans, run)

type More = Partial<TestSpan>

const MINUTE = 60_000
const HTTP = { 'network.protocol.name': 'http' }
const query = (ms: number | undefined, more: More = {}) =>
  call('call', 'run_query', { at: ms === undefined ? [0] : [0, ms], ...more })
const later = (ms: number) => read('later', 'look', { at: [ms, ms] })

test('flags a call without a timer that was never answered (REQ-37)', () => {
  const [finding, ...more] = found(query(undefined), later(42 * MINUTE))
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    severity: 'warning',
    state: 'open',
    origin: { agent: 'desk', tool: 'run_query' },
  })
  expect(finding?.spanIds).toEqual([hexId('call', 16)])
  expect(finding?.summary).toBe(
    'run_query was not answered in 1.2 d, and no timer is known that would end it',
  )
  expect(finding?.fix).toContain('give run_query a timeout')
})

test('says how long it was open by the end of its run', () => {
  const root = { ...run, at: [0, 42 * MINUTE] as const }
  const [finding] = findingsOfRule('unbounded-call', query(undefined), root)
  expect(finding?.summary).toContain('was not answered in 42 min')
})

test.each([
  [30 * MINUTE, {}, 0],
  [30 * MINUTE + 1, {}, 1],
  [5 * MINUTE, HTTP, 0],
  [5 * MINUTE + 1, HTTP, 1],
])('a call that failed after %d ms with %o is %d finding', (ms, more, count) => {
  expect(found(query(ms, { failed: true, ...more }))).toHaveLength(count)
})

test('only notes one that ended well, and warns of one that somebody had to stop', () => {
  expect(found(query(31 * MINUTE))).toMatchObject([{ severity: 'info' }])
  expect(found(query(31 * MINUTE, { 'toolspan.result.status': 'cancelled' }))).toMatchObject([
    { severity: 'warning' },
  ])
})

test('stays quiet when a timer is known, of the call or above it', () => {
  for (const name of [
    'toolspan.timeout.call_ms',
    'toolspan.timeout.idle_ms',
    'toolspan.timeout.total_ms',
  ] as const) {
    expect(found(query(31 * MINUTE, { [name]: 3_600_000 }))).toEqual([])
  }
  const step = attempt('step', 1, { at: [0, 32 * MINUTE], 'toolspan.budget.deadline_ms': 3_600_000 })
  expect(found(step, query(31 * MINUTE, { in: 'step' }))).toEqual([])
  const outer = call('outer', 'other', { at: [0, 32 * MINUTE], 'toolspan.timeout.call_ms': 3_600_000 })
  expect(found(outer, query(31 * MINUTE, { in: 'outer' }))).toEqual([])
})

test('stays quiet when progress or work below shows life', () => {
  expect(found(query(45 * MINUTE, { 'toolspan.progress.count': 11 }))).toEqual([])
  const inside = (span: TestSpan) => found(query(45 * MINUTE), { ...span, in: 'call', at: [100, 200] })
  expect(inside(request('h', 'https://db.example.com/', 200))).toEqual([])
  expect(inside(read('in', 'other'))).toEqual([])
  expect(inside(model('in'))).toEqual([])
  expect(inside({ id: 'in', name: 'notifications/progress', kind: 'server' })).toEqual([])
})

test('another view of the call alone is no sign of life, work of its server is', () => {
  const sent = client(query(45 * MINUTE, HTTP))
  const received = server(sent, { at: [3, 44 * MINUTE] })
  expect(found(sent, received).map(({ spanIds }) => spanIds[0])).toEqual([hexId('call', 16)])
  const work = {
    ...request('h', 'https://db.example.com/', 200),
    in: 'callS',
    service: 'server',
    at: [100, 200] as const,
  }
  expect(found(sent, received, work)).toEqual([])
})

test('stays quiet about the server of a call whose client has a timer', () => {
  const sent = client(query(60_000, { ...HTTP, 'toolspan.timeout.call_ms': 60_000, failed: true }))
  const received = server(client(query(45 * MINUTE, HTTP)), { at: [3, 45 * MINUTE] })
  expect(found(sent, received)).toEqual([])
})

test('stays quiet while a person is asked', () => {
  expect(found(query(3 * 60 * MINUTE, { 'toolspan.result.status': 'input_required' }))).toEqual([])
  const elicitation = client(call('ask', 'x', { in: 'call', at: [100, 200] }), {
    name: 'elicitation/create',
    'gen_ai.operation.name': undefined,
    'gen_ai.tool.name': undefined,
    'mcp.method.name': 'elicitation/create',
  })
  expect(found(query(3 * 60 * MINUTE), elicitation)).toEqual([])
})

test('stays quiet about agents, models and requests: a run may last for hours', () => {
  const long = { at: [0, 10 * 60 * MINUTE] as const }
  expect(
    found(subagent('a', long), model('m', long), request('h', 'https://a.example.com/', 200, long)),
  ).toEqual([])
})

test('stays quiet about a call that is open for less than its window', () => {
  const root = { ...run, at: [0, 30 * MINUTE] as const }
  expect(findingsOfRule('unbounded-call', query(undefined), root)).toEqual([])
  const hour = { ...run, at: [0, 30 * MINUTE + 1] as const }
  expect(findingsOfRule('unbounded-call', query(undefined), hour)).toHaveLength(1)
})

test('does not measure an open call by the clock of another service', () => {
  const elsewhere = { ...later(90 * MINUTE), service: 'other' }
  const root = { ...run, at: [0, MINUTE] as const }
  expect(findingsOfRule('unbounded-call', query(undefined), elsewhere, root)).toEqual([])
})

test('reads calls of the AI SDK, of OpenInference and of OpenLLMetry', () => {
  const at: readonly [number, number] = [0, 31 * MINUTE]
  const kinds: TestSpan[] = [
    { id: 'a', in: 'run', at, failed: true, 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'slow' },
    { id: 'b', in: 'run', at, failed: true, 'openinference.span.kind': 'TOOL', 'tool.name': 'slow' },
    { id: 'c', in: 'run', at, failed: true, 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'slow' },
  ]
  for (const span of kinds)
    expect(found(span)).toMatchObject([{ severity: 'warning', origin: { tool: 'slow' } }])
})

test('stays quiet about a long call that failed for a reason of a child', () => {
  const child = failing('in', 'fetch', 'transient', { in: 'call', at: [100, 31 * MINUTE - 10] })
  expect(found(query(31 * MINUTE, { failed: true }), child).map(({ spanIds }) => spanIds[0])).not.toContain(
    hexId('call', 16),
  )
})
