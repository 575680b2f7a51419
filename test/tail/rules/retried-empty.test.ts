import { expect, test } from 'vitest'
import { call, client, empty, model, read, run, server, subagent, write } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('retried-empty', ...spans, run)

const none = (id: string, more: Partial<TestSpan> = {}) =>
  empty(id, 'find_license', {
    'toolspan.coverage.status': 'complete',
    'toolspan.operation.fingerprint': 'same',
    ...more,
  })

test('flags a look-up that is made again after a final none (REQ-16)', () => {
  const [finding, ...more] = found(none('one'), none('two'), none('three'))
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    severity: 'info',
    basis: 'fingerprint',
    operation: 'find_license',
    origin: { agent: 'desk', tool: 'find_license' },
  })
  expect(finding?.spanIds).toEqual([hexId('two', 16), hexId('one', 16)])
  expect(finding?.summary).toBe('find_license was asked again after it had looked everywhere and found none')
  expect(finding?.fix).toContain('find_license')
})

test.each([
  [59_999, 1],
  [60_000, 0],
])('a question asked again %d ms later is %d finding', (gapMs, count) => {
  expect(
    found(none('one', { at: [0, 100] }), none('two', { at: [100 + gapMs, 100 + gapMs + 50] })),
  ).toHaveLength(count)
})

test('stays quiet after unknown or partial coverage: one confirming look-up is right', () => {
  for (const status of ['unknown', 'partial']) {
    const doubtful = { 'toolspan.coverage.status': status }
    expect(found(none('one', doubtful), none('two', doubtful))).toEqual([])
  }
})

test('stays quiet after a none from data that lags behind', () => {
  expect(found(none('one', { 'toolspan.freshness.status': 'stale' }), none('two'))).toEqual([])
})

test('stays quiet when the answer changes, fails, or is not known', () => {
  for (const status of ['found', 'failed', 'unknown', 'accepted', 'cancelled', 'input_required']) {
    expect(found(none('one'), none('two', { 'toolspan.result.status': status }))).toEqual([])
  }
})

test('stays quiet about other arguments, unknown arguments and other tools', () => {
  expect(found(none('one'), none('two', { 'toolspan.operation.fingerprint': 'other' }))).toEqual([])
  const open = (id: string) => empty(id, 'find_license', { 'toolspan.coverage.status': 'complete' })
  expect(found(open('one'), open('two'))).toEqual([])
  expect(found(none('one'), none('two', { 'gen_ai.tool.name': 'find_permit' }))).toEqual([])
})

test('stays quiet after a write, a call of unknown effect, or a turn of the user', () => {
  expect(found(none('one'), write('add', 'add_license'), none('two'))).toEqual([])
  expect(found(none('one'), call('do', 'something'), none('two'))).toEqual([])
  expect(found(none('one', { 'toolspan.turn.id': '1' }), none('two', { 'toolspan.turn.id': '2' }))).toEqual(
    [],
  )
  expect(found(none('one'), read('look', 'find_owner'), none('two'))).toHaveLength(1)
})

test('stays quiet about look-ups side by side, and about two that one answer of the model wanted', () => {
  expect(found(none('one', { at: [0, 50] }), none('two', { at: [40, 90] }))).toEqual([])
  const wanted = (id: string) => none(id, { 'gen_ai.tool.call.id': `call-${id}` })
  expect(found(model('ask'), wanted('one'), wanted('two'))).toEqual([])
  expect(found(model('ask'), wanted('one'), model('more'), wanted('two'))).toHaveLength(1)
})

test('stays quiet when another agent asks: it does not know what the first one was told', () => {
  const spans = (second: string) => [
    subagent('a', { at: [0, 1000] }),
    none('one', { in: 'a', at: [10, 20] }),
    subagent('b', { at: [1100, 2000] }),
    none('two', { in: second, at: [second === 'a' ? 200 : 1110, 1200] }),
  ]
  expect(found(...spans('b'))).toEqual([])
  expect(found(...spans('a'))).toHaveLength(1)
})

test('compares no clocks of two services', () => {
  expect(found(none('one', { service: 'a' }), none('two', { service: 'b' }))).toEqual([])
})

test('reads recorded bodies as well', () => {
  const listed = (id: string, total: number): TestSpan => ({
    id,
    in: 'run',
    'ai.operationId': 'ai.toolCall',
    'ai.toolCall.name': 'list_failed_jobs',
    'ai.toolCall.args': '{"run":1}',
    'ai.toolCall.result': `{"message":"No failed jobs found","total_jobs":${total},"failed_jobs":0}`,
    'toolspan.tool.effect': 'read',
  })
  expect(found(listed('one', 12), listed('two', 12))).toMatchObject([
    { origin: { tool: 'list_failed_jobs' } },
  ])
  expect(found(listed('one', 0), listed('two', 0))).toEqual([])
})

test('sees one call where a framework, an MCP client and a server show it', () => {
  const views = (id: string, from: number): TestSpan[] => {
    const outer = none(id, { at: [from, from + 90], 'toolspan.operation.fingerprint': undefined })
    const inner = client(none(`${id}C`, { in: id, at: [from + 10, from + 80] }))
    return [outer, inner, server(inner, { at: [5, 60] })]
  }
  expect(found(...views('one', 0))).toEqual([])
  expect(found(...views('one', 0), ...views('two', 200))).toHaveLength(1)
})

test('says it once where a framework records arguments and the client writes a fingerprint', () => {
  const views = (id: string, from: number): TestSpan[] => [
    none(id, {
      at: [from, from + 90],
      'toolspan.operation.fingerprint': undefined,
      'gen_ai.tool.call.arguments': '{"id":1}',
    }),
    client(none(`${id}C`, { in: id, at: [from + 10, from + 80] })),
  ]
  expect(found(...views('one', 0), ...views('two', 200))).toHaveLength(1)
})
