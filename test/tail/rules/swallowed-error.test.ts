import { expect, test } from 'vitest'
import { call, client, empty, failing, read, request, run, server, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('swallowed-error', ...spans, run)

type More = Partial<TestSpan>

const search = (more: More = {}) => empty('call', 'search_orders', { at: [0, 1000], ...more })
const source = (id: string, status: number, at: readonly [number, number], more: More = {}) =>
  request(id, `https://${id}.example.com/orders`, status, { in: 'call', at, ...more })
const database = (more: More = {}): TestSpan => ({
  id: 'db',
  in: 'call',
  at: [10, 90],
  name: 'SELECT orders',
  kind: 'client',
  failed: true,
  'error.type': 'ECONNREFUSED',
  ...more,
})

test('flags an empty answer whose only source had failed (REQ-10)', () => {
  const [finding, ...more] = found(search(), source('h', 503, [10, 90]))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { agent: 'desk', tool: 'search_orders' } })
  expect(finding?.spanIds).toEqual([hexId('call', 16), hexId('h', 16)])
  expect(finding?.summary).toBe(
    'search_orders answered that nothing was found, though its only source had failed',
  )
  expect(finding?.evidence[1]?.says).toBe('failed (transient)')
  expect(finding?.fix).toContain('let search_orders fail when its source fails')
})

test('flags a claim of complete coverage, and a stand-in value', () => {
  expect(found(search({ 'toolspan.coverage.status': 'complete' }), database())).toHaveLength(1)
  const standIn = { 'toolspan.result.status': 'failed', 'toolspan.result.fallback': true }
  const [finding] = found(search(standIn), database(), source('h', 500, [100, 200]))
  expect(finding?.summary).toBe(
    'search_orders answered with a stand-in value, though both its sources had failed',
  )
})

test('sources may be tools, databases, requests and agents', () => {
  expect(found(search(), database())).toHaveLength(1)
  expect(found(search(), failing('in', 'fetch', 'transient', { in: 'call', at: [10, 90] }))).toHaveLength(1)
  expect(found(search(), subagent('in', { in: 'call', at: [10, 90], failed: true }))).toHaveLength(1)
})

test('stays quiet when the gap is stated, or the call is marked as failed', () => {
  expect(found(search({ 'toolspan.coverage.status': 'partial' }), database())).toEqual([])
  expect(found(search({ failed: true }), database())).toEqual([])
})

test('stays quiet when something was looked at: what failed was not the only source', () => {
  expect(
    found(search({ 'toolspan.result.scanned': 1204, 'toolspan.coverage.status': 'complete' }), database()),
  ).toEqual([])
  expect(found(search({ 'toolspan.result.scanned': 0 }), database())).toHaveLength(1)
})

test('stays quiet when a later try or another source answered', () => {
  expect(found(search(), database(), database({ id: 'db2', at: [100, 200], failed: false }))).toEqual([])
  expect(found(search(), source('h', 503, [10, 90]), source('i', 200, [90, 150]))).toEqual([])
  expect(found(search(), source('h', 503, [10, 90]), source('i', 200, [20, 150]))).toEqual([])
})

test.each([
  ['a 404', source('h', 404, [10, 90])],
  [
    'a missing file',
    failing('h', 'read_file', 'other', { in: 'call', at: [10, 90], 'toolspan.error.code': 'ENOENT' }),
  ],
  ['a gRPC answer', database({ 'error.type': 'NOT_FOUND' })],
])('stays quiet about %s that means "none"', (_, missing) => {
  expect(found(search(), missing)).toEqual([])
})

test('stays quiet about an earlier answer that is given with its age', () => {
  const cached = {
    'toolspan.result.status': 'found',
    'toolspan.result.fallback': true,
    'toolspan.freshness.age_ms': 5000,
  }
  expect(found(search(cached), database())).toEqual([])
})

test.each(['found', 'completed', 'accepted', 'input_required', 'cancelled', 'unknown', 'indeterminate'])(
  'stays quiet about a result that is %s',
  (status) => {
    expect(found(search({ 'toolspan.result.status': status }), database())).toEqual([])
  },
)

test('stays quiet about an optional side request that fails beside the source', () => {
  const audit = source('audit', 500, [10, 90], { 'http.request.method': 'POST' })
  expect(found(search(), audit, database({ failed: false, at: [20, 80] }))).toEqual([])
})

test('stays quiet about an agent that found nothing while one of its own calls failed', () => {
  const agent = subagent('call', { at: [0, 1000], 'toolspan.result.status': 'found_none' })
  expect(found(agent, database())).toEqual([])
})

test('stays quiet about what failed elsewhere', () => {
  expect(found(search(), database({ in: 'run' }))).toEqual([])
  expect(
    found(search(), read('mid', 'other_tool', { in: 'call', at: [5, 95] }), database({ in: 'mid' })),
  ).toEqual([])
})

test('looks through attempts, plain spans and the other side of the call', () => {
  const inner: TestSpan = { id: 'mid', in: 'call', at: [5, 95], name: 'handler' }
  expect(found(search(), inner, database({ in: 'mid' }))).toHaveLength(1)
  const sent = client(call('call', 'search_orders', { at: [0, 1000] }))
  const received = server(client(search()), { at: [5, 100] })
  const findings = found(sent, received, database({ in: 'callS', service: 'server' }))
  expect(findings.map(({ spanIds }) => spanIds[0])).toEqual([hexId('callS', 16)])
})

test('says it once where client and server both know the empty answer', () => {
  const sent = client(search())
  const findings = found(sent, server(sent, { at: [5, 100] }), database({ in: 'callS', service: 'server' }))
  expect(findings.map(({ spanIds }) => spanIds[0])).toEqual([hexId('call', 16)])
})

test('reads recorded bodies of OpenInference', () => {
  const tool: TestSpan = {
    id: 'call',
    in: 'run',
    at: [0, 1000],
    'openinference.span.kind': 'RETRIEVER',
    'tool.name': 'find_documents',
    'output.value': '[]',
  }
  expect(found(tool, source('h', 403, [10, 90]))).toMatchObject([{ origin: { tool: 'find_documents' } }])
})

test.each([
  [16, 1],
  [17, 0],
])('looks through %d spans of the same call below it: %d finding', (views, findings) => {
  const chain = Array.from({ length: views }, (_, index) =>
    empty(`v${index}`, 'search_orders', {
      in: index === 0 ? 'call' : `v${index - 1}`,
      at: [index + 1, 900 - index],
    }),
  )
  // Each of the inner ones looks through fewer; only the outermost of all speaks.
  const inner =
    findings === 0 ? chain.map((span) => ({ ...span, 'toolspan.coverage.status': 'partial' })) : chain
  expect(found(search(), ...inner, database({ in: `v${views - 1}`, at: [50, 60] }))).toHaveLength(findings)
})
