import { expect, test } from 'vitest'
import { attempt, client, failing, read, request, run, server, unknownWrite } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('timer-inversion', ...spans, run)

type More = Partial<TestSpan>

const waits = (ms: number) => ({ 'toolspan.timeout.call_ms': ms })
const sent = (more: More = {}) =>
  client(failing('sent', 'export_report', 'transient', { at: [0, 10_000], ...waits(10_000), ...more }))
const works = (ms: number, more: More = {}) =>
  server(client(read('sent', 'export_report')), { at: [70_000, 70_000 + ms], ...more })

test('flags a server that works on after its client has given up (REQ-34)', () => {
  const [finding, ...more] = found(sent(), works(24_000))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { service: 'agent', tool: 'export_report' } })
  expect(finding?.spanIds).toEqual([hexId('sent', 16), hexId('sentS', 16)])
  expect(finding?.summary).toBe('the server of export_report worked 24 s, but its client waits only 10 s')
  expect(finding?.fix).toBe(
    'raise the client timeout of export_report above 24 s (timeout of the MCP request), or let the server end earlier',
  )
})

test.each([
  [10_000, 0],
  [10_001, 1],
])('a server that works %d ms for a client that waits 10 s is %d finding', (ms, count) => {
  expect(found(sent(), works(ms))).toHaveLength(count)
})

test('flags a write whose outcome nobody knows for that reason', () => {
  expect(
    found(
      client(unknownWrite('sent', 'export_report', { at: [0, 10_000], ...waits(10_000) })),
      works(24_000),
    ),
  ).toHaveLength(1)
})

test('stays quiet when the client was answered, or its caller stopped it', () => {
  expect(found(client(read('sent', 'export_report', waits(10_000))), works(24_000))).toEqual([])
  expect(found(sent({ failed: false, 'toolspan.result.status': 'cancelled' }), works(24_000))).toEqual([])
})

test('stays quiet where a duration is not known', () => {
  expect(found(sent(waits(0)), works(24_000))).toEqual([])
  expect(found(sent(), works(0, { at: [70_000] }))).toEqual([])
  expect(found(sent(), server(client(read('else', 'export_report')), { at: [0, 24_000] }))).toEqual([])
})

test('stays quiet where progress starts the timer anew', () => {
  expect(found(sent({ ...waits(0), 'toolspan.timeout.idle_ms': 10_000 }), works(24_000))).toEqual([])
})

test('looks through the HTTP spans between client and server, and not into other tools', () => {
  const post = {
    ...request('post', 'https://reports.example.com/mcp', 200),
    in: 'sent',
    at: [5, 9999] as const,
  }
  expect(found(sent(), post, works(24_000, { in: 'post' }))).toHaveLength(1)
  expect(found(sent(), works(24_000, { 'gen_ai.tool.name': 'render' }))).toEqual([])
})

test('reads the timer of whoever waits: a traced function, an attempt of recover(), an MCP client', () => {
  const traced = failing('fn', 'make_report', 'transient', { at: [0, 10_000], ...waits(10_000) })
  const call = client(failing('sent', 'export_report', 'transient', { in: 'fn', at: [5, 9995] }))
  const [finding, ...more] = found(traced, call, works(24_000))
  expect(more).toEqual([])
  expect(finding?.spanIds).toEqual([hexId('fn', 16), hexId('sentS', 16)])
  expect(finding?.summary).toBe('the server below make_report worked 24 s, but make_report waits only 10 s')
  const tried = attempt('try', 1, { failed: true, at: [0, 8000], ...waits(8000) })
  expect(found(tried, { ...call, in: 'try', at: [5, 7995] }, works(24_000))).toHaveLength(1)
})

test('reads the limit of a call whose timer progress starts anew', () => {
  const limits = { ...waits(0), 'toolspan.timeout.idle_ms': 5000, 'toolspan.timeout.total_ms': 10_000 }
  expect(found(sent(limits), works(24_000))).toHaveLength(1)
})

test('sees the work of any server below whoever waits, and says it once for one caller', () => {
  const traced = failing('fn', 'make_report', 'transient', { at: [0, 10_000], ...waits(10_000) })
  const post = {
    ...request('post', 'https://reports.example.com/make', 500),
    in: 'fn',
    at: [5, 9999] as const,
  }
  const web = (ms: number, more: More = {}): TestSpan => ({
    id: 'web',
    in: 'post',
    kind: 'server',
    service: 'reports',
    at: [70_000, 70_000 + ms],
    ...more,
  })
  expect(found(traced, post, web(24_000))).toHaveLength(1)
  expect(found(traced, post, web(9000))).toEqual([])
  // Behind a server that answers in time another one may take as long as it likes.
  expect(found(traced, post, web(9000), web(24_000, { id: 'job', in: 'web', service: 'jobs' }))).toEqual([])
  expect(
    found(sent(), { ...post, in: 'sent' }, web(24_000), works(23_900, { in: 'web', at: [70_010, 93_910] })),
  ).toMatchObject([{ spanIds: [hexId('sent', 16), hexId('sentS', 16)] }])
})

test('stays quiet where the caller failed long before its timer ran out: it was something else', () => {
  expect(found(sent({ at: [0, 200] }), works(24_000))).toEqual([])
})

test('stays quiet where a longer timer above is not the one that ran out', () => {
  const traced = failing('fn', 'make_report', 'transient', { at: [0, 11_000], ...waits(60_000) })
  expect(found(traced, sent({ in: 'fn' }), works(24_000))).toMatchObject([
    { spanIds: [hexId('sent', 16), hexId('sentS', 16)] },
  ])
})

const outer = (deadlineMs: number, more: More = {}) =>
  client(
    read('outer', 'get_contract', {
      at: [0, 12_000],
      'toolspan.operation.id': 'op-1',
      'toolspan.layer': 'agent',
      'toolspan.attempt.number': 1,
      'toolspan.budget.id': 'b-outer',
      'toolspan.budget.owner': 'desk-agent',
      'toolspan.budget.max_attempts': 1,
      'toolspan.budget.deadline_ms': deadlineMs,
      ...more,
    }),
  )
const inner = (id: string, number: number, at: readonly [number, number], more: More = {}) =>
  attempt(id, number, { in: 'outer', at, ...waits(8000), ...more })

test('flags tries times timeout that exceed what the owner above allows', () => {
  const [finding, ...more] = found(
    outer(15_000),
    inner('a1', 1, [100, 8100], { failed: true }),
    inner('a2', 2, [8200, 11_000]),
  )
  expect(more).toEqual([])
  expect(finding?.spanIds).toEqual(['outer', 'a1', 'a2'].map((id) => hexId(id, 16)))
  expect(finding?.summary).toBe('handler may take 3 × 8 s = 24 s, but desk-agent above it allows only 15 s')
  expect(finding?.fix).toContain('lower maxAttempts or attemptTimeoutMs of handler')
  expect(finding?.fix).toContain('raise deadlineMs of desk-agent')
})

test.each([
  [24_000, 0],
  [23_999, 1],
])('three times 8 s under a deadline of %d ms are %d finding', (deadlineMs, count) => {
  expect(found(outer(deadlineMs), inner('a1', 1, [100, 8100]))).toHaveLength(count)
})

test('reads the timer of a try from any of its spans', () => {
  const silent = (id: string, number: number, from: number): TestSpan[] => [
    inner(id, number, [from, from + 900], { 'toolspan.timeout.call_ms': undefined }),
    {
      ...client(read(`${id}c`, 'get_terms')),
      ...attempt(`${id}c`, number, { in: id, at: [from + 10, from + 800], ...waits(8000) }),
    },
  ]
  expect(found(outer(15_000), ...silent('a1', 1, 100), ...silent('a2', 2, 1100))).toHaveLength(1)
})

test('stays quiet when a deadline of its own keeps the callee in time', () => {
  const own = { 'toolspan.budget.deadline_ms': 12_000 }
  expect(found(outer(15_000), inner('a1', 1, [100, 8100], own))).toEqual([])
  const longer = { 'toolspan.budget.deadline_ms': 16_000 }
  expect(found(outer(15_000), inner('a1', 1, [100, 8100], longer))).toHaveLength(1)
})

test('stays quiet about the deadline of the budget itself, and of one that is inherited', () => {
  const own = { 'toolspan.budget.deadline_ms': 15_000 }
  expect(found(inner('a1', 1, [100, 8100], own), inner('a2', 2, [8200, 11_000], own))).toEqual([])
  const inherited = { 'toolspan.budget.parent_id': 'b-outer' }
  expect(found(outer(15_000), inner('a1', 1, [100, 8100], inherited))).toEqual([])
})

test('stays quiet where tries, timer or deadline are not known', () => {
  const unknown = (more: More) => found(outer(15_000), inner('a1', 1, [100, 8100], more))
  expect(unknown({ 'toolspan.budget.max_attempts': undefined })).toEqual([])
  expect(unknown({ 'toolspan.timeout.call_ms': undefined })).toEqual([])
  expect(
    found(outer(15_000, { 'toolspan.budget.deadline_ms': undefined }), inner('a1', 1, [100, 8100])),
  ).toEqual([])
})

test('says it once for an operation', () => {
  const again = (id: string, from: number) =>
    inner(id, 1, [from, from + 500], { 'toolspan.budget.id': `b-${id}` })
  expect(found(outer(15_000), again('a1', 100), again('a2', 1000), again('a3', 2000))).toHaveLength(1)
})
