import { expect, test } from 'vitest'
import { call, client, empty, read, run, server, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('error-as-success', ...spans, run)

type More = Partial<TestSpan>

const dressed = (id: string, more: More = {}) =>
  call(id, 'open_project', {
    'toolspan.tool.effect': 'read',
    'toolspan.result.status': 'failed',
    'toolspan.result.reason': 'error_text',
    'toolspan.error.category': 'other',
    ...more,
  })
const result = (tool: string, body: unknown, more: More = {}) =>
  call('one', tool, {
    'gen_ai.tool.call.result': typeof body === 'string' ? body : JSON.stringify(body),
    ...more,
  })

test('flags a result that is an error and is not marked as one (REQ-2)', () => {
  const [finding, ...more] = found(dressed('one'))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { agent: 'desk', tool: 'open_project' } })
  expect(finding?.spanIds).toEqual([hexId('one', 16)])
  expect(finding?.summary).toBe('open_project failed, but reported success (error text)')
  expect(finding?.fix).toContain('let open_project set isError: true')
  expect(found(dressed('one', { 'toolspan.result.reason': undefined }))).toHaveLength(1)
})

test('says it of each such call', () => {
  expect(found(dressed('one'), dressed('two'))).toHaveLength(2)
})

test('stays quiet when the call is marked as failed', () => {
  expect(found(dressed('one', { failed: true }))).toEqual([])
})

test.each(['thrown_error', 'is_error', 'protocol_error', 'timeout', 'http_status'])(
  'stays quiet when the call told by %s that it failed, whatever the status of its span',
  (reason) => {
    expect(found(dressed('one', { 'toolspan.result.reason': reason }))).toEqual([])
  },
)

test.each([
  'found',
  'found_none',
  'completed',
  'cancelled',
  'accepted',
  'input_required',
  'indeterminate',
  'unknown',
])('stays quiet about a result that is %s', (status) => {
  expect(found(dressed('one', { 'toolspan.result.status': status }))).toEqual([])
})

test('stays quiet while the call is open', () => {
  expect(found(dressed('one', { at: [0] }))).toEqual([])
})

test('leaves a stand-in to swallowed-error', () => {
  expect(found(dressed('one', { 'toolspan.result.fallback': true }))).toEqual([])
})

test.each([
  ['a text', 'Error: list index out of range'],
  ['an object', { ok: false, error: 'channel_not_found' }],
  [
    'an MCP result',
    { content: [{ type: 'text', text: 'Error searching libraries: TypeError: fetch failed' }] },
  ],
  ['GraphQL errors', { data: null, errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] }],
])('reads %s from a recorded body', (_, body) => {
  expect(found(result('search_docs', body))).toMatchObject([{ origin: { tool: 'search_docs' } }])
})

test.each([
  ['a log', 'read_log', 'Error: connection refused\nINFO retrying\nINFO connected'],
  ['empty errors', 'query', { data: { users: [{ id: 1 }] }, errors: [] }],
  ['a null error', 'query', { rows: [{ id: 1 }], error: null }],
  ['an empty error text', 'query', { rows: [{ id: 1 }], error: '' }],
  [
    'a test report',
    'run_tests',
    { passed: 12, failed: 1, failures: [{ test: 'adds', message: 'Error: 1 != 2' }] },
  ],
  ['hits about errors', 'search_issues', { items: [{ title: 'Error: cannot open file' }], total: 1 }],
])('stays quiet about %s: text that reports errors by right', (_, tool, body) => {
  expect(found(result(tool, body, { 'toolspan.tool.effect': 'read' }))).toEqual([])
})

test('reads the answer of a subagent in the words of OpenLLMetry', () => {
  const worker = (output: string): TestSpan => ({
    id: 'one',
    in: 'run',
    name: 'checker.agent',
    'traceloop.span.kind': 'agent',
    'traceloop.entity.name': 'checker',
    'traceloop.entity.output': output,
  })
  const [finding] = found(worker('API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}'))
  expect(finding?.summary).toMatch(/^checker\.agent failed, but reported success/)
  expect(finding?.fix).toBe('let checker.agent end with an error instead of the text of one')
  expect(found(worker('{"findings":[{"line":3}]}'))).toEqual([])
})

test('says it once where framework, client and server show one call, and speaks for the server alone', () => {
  const sent = client(dressed('one', { at: [10, 90] }))
  expect(found(sent, server(sent, { at: [3, 50] })).map(({ spanIds }) => spanIds[0])).toEqual([
    hexId('one', 16),
  ])
  const framework = dressed('fw', { at: [0, 100] })
  expect(found(framework, { ...sent, in: 'fw' }, server(sent, { at: [3, 50] }))).toHaveLength(1)
  const silent = client(call('one', 'open_project', { at: [10, 90] }))
  expect(
    found(silent, server(client(dressed('one')), { at: [3, 50] })).map(({ spanIds }) => spanIds[0]),
  ).toEqual([hexId('oneS', 16)])
})

test('says it once where HTTP spans carry the call', () => {
  const sent = client(dressed('one', { at: [10, 90] }))
  const post: TestSpan = {
    id: 'post',
    in: 'one',
    at: [12, 88],
    kind: 'client',
    name: 'POST',
    'http.request.method': 'POST',
    'http.response.status_code': 200,
  }
  const received: TestSpan = {
    id: 'recv',
    in: 'post',
    at: [2, 60],
    kind: 'server',
    service: 'server',
    name: 'POST',
  }
  expect(found(sent, post, received, server(sent, { in: 'recv', at: [3, 50] }))).toHaveLength(1)
})

test('stays quiet about agents that end well, and about good and empty answers', () => {
  expect(found(subagent('a'), read('one', 'look'), empty('two', 'look'))).toEqual([])
})

test('stays quiet where the recorded body carries the error flag: the tool has said it', () => {
  const flagged = { content: [{ type: 'text', text: 'rate limited' }], isError: true }
  expect(found(result('search', flagged))).toEqual([])
  expect(found(result('search', { content: [{ type: 'text', text: 'Error: rate limited' }] }))).toHaveLength(
    1,
  )
})

test('stays quiet about a job that failed, which was looked up', () => {
  expect(found(result('get_job', { id: 3, status: 'failed', error: 'out of memory' }))).toEqual([])
  expect(found(result('get_run', { id: 'r-1', state: 'FAILED', error: { message: 'exit 1' } }))).toEqual([])
  expect(found(result('get_job', { status: 'error', message: 'no such job' }))).toHaveLength(1)
})

test.each<[string, unknown]>([
  ['get_news', 'Error: How a typo cost a space agency 18 million'],
  ['translate', 'Access denied'],
  ['explain_code', 'Error in line 3: you call foo() before it is defined.'],
  ['lint_file', { errors: [{ line: 3, message: 'unused' }], warnings: [] }],
  ['check_types', { errors: ['x is not defined'], warnings: [] }],
  ['search', 'Access denied means that the account has no role.'],
])('stays quiet about words and reports of errors that were asked for: %s', (tool, body) => {
  expect(found(result(tool, body))).toEqual([])
})

test.each<[string, unknown]>([
  ['get_news', 'Error fetching news: 503 Service Unavailable'],
  ['translate', 'Error: 429 Too Many Requests'],
  ['lint_file', { success: false, errors: [{ code: 7, message: 'no such file' }], warnings: [] }],
])('flags them where a machine speaks: %s', (tool, body) => {
  expect(found(result(tool, body))).toHaveLength(1)
})
