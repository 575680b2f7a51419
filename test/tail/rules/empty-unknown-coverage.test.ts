import { expect, test } from 'vitest'
import { findingsOf, hexId, type TestSpan, trace } from '../../support/trace.ts'

const search: TestSpan = {
  id: 'search',
  in: 'run',
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search_orders',
  'toolspan.tool.effect': 'read',
  'toolspan.result.status': 'found_none',
  'toolspan.coverage.status': 'unknown',
}
const run: TestSpan = { id: 'run', 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' }

const rulesOf = (...spans: TestSpan[]) =>
  findingsOf(trace(...spans))
    .map(({ rule }) => rule)
    .filter((rule) => rule === 'empty-unknown-coverage')

test('flags an empty answer that does not say how much was looked at (REQ-25)', () => {
  const [finding] = findingsOf(trace(search, run))
  expect(finding).toMatchObject({
    rule: 'empty-unknown-coverage',
    severity: 'warning',
    state: 'closed',
    spanIds: [hexId('search', 16)],
    complete: true,
    origin: { service: 'agent', agent: 'desk', tool: 'search_orders' },
  })
  expect(finding?.fix).toContain('search_orders')
})

test('stays quiet when coverage is stated, complete or partial (REQ-8)', () => {
  expect(rulesOf({ ...search, 'toolspan.coverage.status': 'complete' }, run)).toEqual([])
  expect(rulesOf({ ...search, 'toolspan.coverage.status': 'partial' }, run)).toEqual([])
})

test('stays quiet when items were scanned, but not when zero were', () => {
  expect(rulesOf({ ...search, 'toolspan.result.scanned': 1204 }, run)).toEqual([])
  expect(rulesOf({ ...search, 'toolspan.result.scanned': 0 }, run)).toEqual(['empty-unknown-coverage'])
})

test('stays quiet about writes, about data in another view and about failures', () => {
  expect(rulesOf({ ...search, 'toolspan.tool.effect': 'write' }, run)).toEqual([])
  expect(rulesOf({ ...search, 'toolspan.result.views_disagree': true }, run)).toEqual([])
  expect(rulesOf({ ...search, failed: true }, run)).toEqual([])
})

test.each(['accepted', 'input_required', 'cancelled', 'unknown'])(
  'stays quiet about a result that is %s',
  (status) => {
    expect(rulesOf({ ...search, 'toolspan.result.status': status }, run)).toEqual([])
  },
)

test('reports one call that client and server both show once, at the client', () => {
  const client: TestSpan = { ...search, id: 'client', kind: 'client', 'mcp.method.name': 'tools/call' }
  const server: TestSpan = {
    ...search,
    id: 'server',
    in: 'client',
    kind: 'server',
    'mcp.method.name': 'tools/call',
  }
  const findings = findingsOf(trace(server, client, run))
  expect(findings.map(({ spanIds }) => spanIds)).toEqual([[hexId('client', 16)]])
})

test('says only "info" where the status was read from a recorded body', () => {
  const foreign: TestSpan = {
    id: 'search',
    in: 'run',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search_orders',
    'gen_ai.tool.call.result': '{"content":[{"type":"text","text":"[]"}]}',
  }
  expect(findingsOf(trace(foreign, run))).toMatchObject([{ severity: 'info' }])
})

test('says that the picture is not complete when the parent is missing', () => {
  expect(findingsOf(trace(search))).toMatchObject([{ complete: false }])
})
