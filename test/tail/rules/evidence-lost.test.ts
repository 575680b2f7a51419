import { expect, test } from 'vitest'
import { call, client, empty, failing, read, run, server, subagent, write } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('evidence-lost', ...spans, run)

type More = Partial<TestSpan>

const gather = (more: More = {}) => failing('call', 'gather_quotes', 'transient', { at: [0, 1000], ...more })
const quote = (id: string, at: readonly [number, number], more: More = {}) =>
  read(id, `quote_${id}`, { in: 'call', at, ...more })

test('flags an error that drops what calls below it had found (REQ-11, REQ-28)', () => {
  const [finding, ...more] = found(
    gather(),
    quote('north', [10, 90]),
    quote('south', [12, 92], { 'toolspan.result.count': 4 }),
    failing('east', 'quote_east', 'transient', { in: 'call', at: [14, 900] }),
  )
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { agent: 'desk', tool: 'gather_quotes' } })
  expect(finding?.spanIds).toEqual(['call', 'north', 'south'].map((id) => hexId(id, 16)))
  expect(finding?.summary).toBe('gather_quotes failed and dropped what 2 calls below it had found')
  expect(finding?.evidence.map(({ says }) => says)).toEqual([
    'an error that hands nothing on',
    'had found 1',
    'had found 4',
  ])
  expect(finding?.fix).toContain('let gather_quotes hand on what was found')
})

test('one finding below is enough, none is none', () => {
  expect(found(gather(), quote('north', [10, 90]))[0]?.summary).toContain('what one call below it had found')
  expect(found(gather())).toEqual([])
  expect(found(gather(), empty('none', 'quote_none', { in: 'call', at: [10, 90] }))).toEqual([])
  expect(found(gather(), quote('north', [10, 90], { 'toolspan.result.count': 0 }))).toEqual([])
  expect(found(gather(), failing('east', 'quote_east', 'transient', { in: 'call', at: [10, 90] }))).toEqual(
    [],
  )
})

test('counts what subagents found, in other services as well', () => {
  const worker = (id: string, service: string) =>
    subagent(id, { in: 'call', service, at: [90_000, 90_500], 'toolspan.result.status': 'found' })
  expect(found(gather(), worker('k1', 'one'), worker('k2', 'two'))[0]?.summary).toContain('2 calls')
})

test('stays quiet when the error hands something on', () => {
  for (const field of ['partial_results', 'attempted_query', 'alternatives']) {
    expect(found(gather({ 'toolspan.error.fields': [field] }), quote('north', [10, 90]))).toEqual([])
  }
  expect(found(gather({ 'toolspan.result.partial_count': 2 }), quote('north', [10, 90]))).toEqual([])
  expect(found(gather({ 'toolspan.error.fields': ['detail'] }), quote('north', [10, 90]))).toHaveLength(1)
})

test.each([
  'login',
  'connect_database',
  'openSession',
  'sign-in',
  'reconnect',
  'get_auth_token',
  'health_check',
])('stays quiet about %s: a call that only gets others ready', (tool) => {
  expect(found(gather(), quote('in', [10, 90], { 'gen_ai.tool.name': tool }))).toEqual([])
})

test('stays quiet about writes, below and above', () => {
  const put = write('put', 'store', { in: 'call', at: [10, 90], 'toolspan.result.status': 'found' })
  expect(found(gather(), put)).toEqual([])
  const order = gather({ 'toolspan.tool.effect': 'write' })
  expect(found(order, quote('customer', [10, 90]))).toEqual([])
})

test('stays quiet about a time-out over a child that ended later', () => {
  expect(found(gather({ at: [0, 80] }), quote('north', [10, 81]))).toEqual([])
  expect(found(gather({ at: [0, 80] }), quote('north', [10, 80]))).toHaveLength(1)
})

test('stays quiet when the server answered and its client had gone', () => {
  const sent = client(gather({ at: [0, 1000] }))
  const answered = { failed: false, 'toolspan.result.status': 'found', at: [3, 2000] as const }
  const inner = quote('north', [10, 1900], { in: 'callS', service: 'server' })
  expect(found(sent, server(sent, answered), inner)).toEqual([])
  expect(found(sent, server(sent, { at: [3, 900] }), inner)).toHaveLength(1)
})

test('stays quiet about calls that were cancelled or ended well', () => {
  expect(
    found(gather({ failed: false, 'toolspan.result.status': 'cancelled' }), quote('north', [10, 90])),
  ).toEqual([])
  expect(found(read('call', 'gather_quotes', { at: [0, 1000] }), quote('north', [10, 90]))).toEqual([])
})

test('is not asked of agents and requests', () => {
  expect(found(subagent('call', { at: [0, 1000], failed: true }), quote('north', [10, 90]))).toEqual([])
})

test('says it once where framework, client and server show one call', () => {
  const sent = client(gather({ id: 'sent', in: 'call', at: [10, 900] }))
  const received = server(sent, { at: [3, 500] })
  const inner = quote('north', [10, 400], { in: 'sentS', service: 'server' })
  expect(found(gather(), sent, received, inner).map(({ spanIds }) => spanIds[0])).toEqual([hexId('call', 16)])
})

test('reads spans of the AI SDK: two inner findings dropped by a throw', () => {
  const ai = (id: string, parent: string, at: readonly [number, number], more: More): TestSpan => ({
    id,
    in: parent,
    at,
    'ai.operationId': 'ai.toolCall',
    'ai.toolCall.name': id,
    ...more,
  })
  const spans = [
    ai('research', 'run', [0, 1000], {
      failed: true,
      thrown: { type: 'Error', message: 'registry lookup failed' },
    }),
    ai('news', 'research', [10, 90], { 'ai.toolCall.result': '[{"id":1},{"id":2}]' }),
    ai('web', 'research', [10, 95], { 'ai.toolCall.result': '[]' }),
  ]
  expect(found(...spans)[0]?.evidence[1]?.says).toBe('had found 2')
})

test('does not look into plain calls that found nothing of their own', () => {
  const step = call('step', 'plan', { in: 'call', at: [5, 95] })
  expect(found(gather(), step, quote('north', [10, 90], { in: 'step' }))).toHaveLength(1)
})
