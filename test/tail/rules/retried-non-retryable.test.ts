import { expect, test } from 'vitest'
import { attempt, failing, request, run, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('retried-non-retryable', ...spans, run)

const input = { 'toolspan.operation.fingerprint': 'same' }
const denied = (id: string, more: Partial<TestSpan> = {}) =>
  failing(id, 'read_file', 'permission', { ...input, ...more })

test('flags a call that goes out again unchanged after a refusal (REQ-16)', () => {
  const [finding, ...more] = found(denied('one'), denied('two'), denied('three'))
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    severity: 'warning',
    attempts: 3,
    basis: 'fingerprint',
    origin: { service: 'agent', agent: 'desk', tool: 'read_file' },
  })
  expect(finding?.spanIds).toEqual([hexId('two', 16), hexId('three', 16), hexId('one', 16)])
  expect(finding?.summary).toBe(
    'the agent layer repeated read_file twice with the same input after a permission error',
  )
  expect(finding?.fix).toContain('the agent layer')
  expect(finding?.fix).toContain('needs access')
})

test('one single repeat is enough, a single call is none', () => {
  expect(found(denied('one'))).toEqual([])
  expect(found(denied('one'), denied('two'))).toHaveLength(1)
})

test('names the owner of a declared budget', () => {
  const refusal = {
    failed: true,
    'toolspan.error.category': 'business',
    'toolspan.error.retryable': false,
  }
  const [finding] = found(attempt('one', 1, refusal), attempt('two', 2, refusal))
  expect(finding).toMatchObject({ basis: 'declared', operation: 'op-1' })
  expect(finding?.summary).toContain('handler repeated')
  expect(finding?.fix).toBe(
    'let handler repeat transient failures only: a business error needs an explanation to the user',
  )
})

test('says it once for a layer, however many budgets of it repeat', () => {
  const inner = (id: string, parent: string, number: number): TestSpan =>
    attempt(id, number, {
      in: parent,
      failed: true,
      'toolspan.layer': 'http',
      'toolspan.budget.id': `b-${parent}`,
      'toolspan.budget.owner': 'http-client',
      'toolspan.error.category': 'permission',
    })
  const findings = found(
    attempt('one', 1, { failed: true, at: [0, 100], 'toolspan.error.category': 'transient' }),
    inner('a', 'one', 1),
    inner('b', 'one', 2),
    attempt('two', 2, { failed: true, at: [200, 300], 'toolspan.error.category': 'transient' }),
    { ...inner('c', 'two', 1), at: [210, 220] },
    { ...inner('d', 'two', 2), at: [230, 240] },
  )
  expect(findings).toHaveLength(1)
  expect(findings[0]?.summary).toContain('http-client')
})

test('reads plain requests: the same GET after a 403, and not after a 401 that was answered', () => {
  const url = 'https://files.example.com/plan.md'
  expect(found(request('one', url, 403), request('two', url, 403))).toHaveLength(1)
  expect(found(request('one', url, 401), request('two', url, 200))).toEqual([])
  expect(found(request('one', url, 403), request('two', url, 200))).toEqual([])
})

test.each([
  [
    'the AI SDK',
    { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'read_file', 'ai.toolCall.args': '{"path":"a"}' },
  ],
  [
    'OpenInference',
    { 'openinference.span.kind': 'TOOL', 'tool.name': 'read_file', 'input.value': '{"path":"a"}' },
  ],
  [
    'OpenLLMetry',
    {
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': 'read_file',
      'traceloop.entity.input': '{"path":"a"}',
    },
  ],
] as const)('reads spans of %s', (_, attributes) => {
  const thrown = { type: 'Error', message: '403 Forbidden: missing scope files.read' }
  const span = (id: string): TestSpan => ({
    id,
    in: 'run',
    name: 'tool',
    failed: true,
    thrown,
    ...attributes,
  })
  expect(found(span('one'), span('two'))).toMatchObject([{ origin: { tool: 'read_file' } }])
})

test('knows the body of a POST where the client says that it sends it again', () => {
  const post = { 'http.request.method': 'POST' }
  const url = 'https://models.example.com/v1/chat'
  const again = { ...post, 'http.request.header.x-stainless-retry-count': ['1'] }
  const first = { ...post, 'http.request.header.x-stainless-retry-count': ['0'] }
  expect(found(request('one', url, 400, first), request('two', url, 400, again))).toHaveLength(1)
  expect(found(request('one', url, 409, first), request('two', url, 200, again))).toEqual([])
})

test.each([
  ['transient', undefined, 0],
  ['other', undefined, 0],
  ['other', false, 1],
  ['validation', false, 1],
  ['business', undefined, 1],
  ['business', true, 0],
])('of the category %s with retryable %s', (category, retryable, count) => {
  const span = (id: string) =>
    failing(id, 'read_file', category, {
      ...input,
      ...(retryable === undefined ? {} : { 'toolspan.error.retryable': retryable }),
    })
  expect(found(span('one'), span('two'))).toHaveLength(count)
})

test('sees one call where a framework, an MCP client and a server show it', () => {
  const views = (id: string, from: number): TestSpan[] => [
    denied(id, { at: [from, from + 90] }),
    {
      ...denied(`${id}C`),
      in: id,
      at: [from + 10, from + 80],
      kind: 'client',
      'mcp.method.name': 'tools/call',
    },
    {
      ...denied(`${id}S`),
      in: `${id}C`,
      at: [9, 20],
      kind: 'server',
      service: 'files',
      'mcp.method.name': 'tools/call',
    },
  ]
  expect(found(...views('one', 0))).toEqual([])
  expect(found(...views('one', 0), ...views('two', 200))).toHaveLength(1)
})

test('says that spans are missing where the parent is', () => {
  expect(found(denied('one', { in: 'gone' }), denied('two', { in: 'gone' }))).toMatchObject([
    { complete: false },
  ])
  expect(found(subagent('gone'), denied('one', { in: 'gone' }), denied('two', { in: 'gone' }))).toMatchObject(
    [{ complete: true, origin: { agent: 'gone' } }],
  )
})
