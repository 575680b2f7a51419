import { expect, test } from 'vitest'
import { attempt, call, failing, model, read, request, run, subagent, write } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('retried-non-retryable', ...spans, run)

const input = { 'toolspan.operation.fingerprint': 'same' }
const other = { 'toolspan.operation.fingerprint': 'other' }
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

test('stays quiet after changed input', () => {
  expect(found(denied('one'), denied('two', other))).toEqual([])
})

test('stays quiet where the input may have been revised after a validation error', () => {
  const invalid = { failed: true, 'toolspan.error.category': 'validation', 'toolspan.error.retryable': false }
  expect(found(attempt('one', 1, invalid), attempt('two', 2))).toEqual([])
  const inner = (id: string, parent: string, number: number, more: Partial<TestSpan>): TestSpan => ({
    ...call(id, 'search'),
    ...attempt(id, number),
    in: parent,
    ...more,
  })
  const revised = (last: Partial<TestSpan>) =>
    found(
      attempt('one', 1, { ...invalid, at: [0, 30] }),
      inner('a', 'one', 1, { ...invalid, ...input, at: [5, 25] }),
      attempt('two', 2, { at: [40, 80] }),
      inner('b', 'two', 2, { ...last, at: [45, 75] }),
    )
  expect(revised(other)).toEqual([])
  expect(revised(input)).toHaveLength(1)
})

test('stays quiet about bodies that nobody shows: a POST to the same address', () => {
  const post = { 'http.request.method': 'POST' }
  const url = 'https://models.example.com/v1/chat'
  for (const status of [400, 403, 409, 422]) {
    expect(found(request('one', url, status, post), request('two', url, 200, post))).toEqual([])
    expect(found(request('one', url, status, post), request('two', url, status, post))).toEqual([])
  }
})

test('knows the body of a POST where the client says that it sends it again', () => {
  const post = { 'http.request.method': 'POST' }
  const url = 'https://models.example.com/v1/chat'
  const again = { ...post, 'http.request.header.x-stainless-retry-count': ['1'] }
  const first = { ...post, 'http.request.header.x-stainless-retry-count': ['0'] }
  expect(found(request('one', url, 400, first), request('two', url, 400, again))).toHaveLength(1)
  expect(found(request('one', url, 409, first), request('two', url, 200, again))).toEqual([])
})

test('stays quiet when it was only not retryable because a budget was spent', () => {
  const spent = { 'toolspan.error.retryable': false, 'toolspan.budget.exhausted_by': 'attempts' }
  const transient = (id: string) => failing(id, 'read_file', 'transient', { ...input, ...spent })
  expect(found(transient('one'), transient('two'))).toEqual([])
  expect(found(denied('one', spent), denied('two'))).toEqual([])
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

test('stays quiet about a category that a classifier only guessed', () => {
  const guessed = { 'toolspan.error.source': 'inferred', 'toolspan.error.retryable': false }
  const span = (id: string) => failing(id, 'read_file', 'other', { ...input, ...guessed })
  expect(found(span('one'), span('two'))).toEqual([])
})

test('leaves an outcome that nobody knows to unsafe-retry', () => {
  const unknown = { 'toolspan.result.status': 'indeterminate', 'toolspan.tool.effect': 'write' }
  expect(found(denied('one', unknown), denied('two', unknown))).toEqual([])
})

test('stays quiet after a write between, also inside one budget: it may have given access', () => {
  const grant = write('grant', 'grant_access')
  expect(found(denied('one'), grant, denied('two'))).toEqual([])
  const refusal = { failed: true, 'toolspan.error.category': 'permission' }
  expect(found(attempt('one', 1, refusal), grant, attempt('two', 2, refusal))).toEqual([])
  expect(found(denied('one'), read('look', 'list_scopes'), denied('two'))).toHaveLength(1)
})

test('stays quiet after a turn of the user', () => {
  const turn = (id: string) => ({ 'toolspan.turn.id': id })
  expect(found(denied('one', turn('1')), denied('two', turn('2')))).toEqual([])
})

test('stays quiet about calls side by side, and about equal calls that one answer of the model wanted', () => {
  expect(found(denied('one', { at: [0, 50] }), denied('two', { at: [10, 60] }))).toEqual([])
  const wanted = (id: string) =>
    denied(id, { 'gen_ai.tool.call.id': `call-${id}`, 'toolspan.operation.id': 'op' })
  expect(found(model('ask'), wanted('one'), wanted('two'))).toEqual([])
})

test('stays quiet about two starts of one budget that overlap: a hedge', () => {
  const refusal = { failed: true, 'toolspan.error.category': 'permission' }
  expect(
    found(attempt('one', 1, { ...refusal, at: [0, 50] }), attempt('two', 2, { ...refusal, at: [20, 70] })),
  ).toEqual([])
})

test('stays quiet when the next try asks another host or model', () => {
  const refusal = { failed: true, 'toolspan.error.category': 'business' }
  const ask = (id: string, parent: string, host: string, at: readonly [number, number]) =>
    request(id, `https://${host}/rates`, 402, { in: parent, at })
  const hosts = (second: string) =>
    found(
      attempt('one', 1, { ...refusal, at: [0, 50] }),
      ask('a', 'one', 'eu.example.com', [5, 45]),
      attempt('two', 2, { ...refusal, at: [60, 110] }),
      ask('b', 'two', second, [65, 105]),
    )
  expect(hosts('us.example.com')).toEqual([])
  expect(hosts('eu.example.com').map(({ spanIds }) => spanIds[0])).toContain(hexId('two', 16))
})

test('stays quiet about a watcher that looks every minute and more', () => {
  const url = 'https://files.example.com/plan.md'
  const at = (index: number): readonly [number, number] => [index * 90_000, index * 90_000 + 100]
  const probes = ['one', 'two', 'three'].map((id, index) => request(id, url, 403, { at: at(index) }))
  expect(found(...probes)).toEqual([])
})

test('stays quiet about reads of one tool whose arguments are not in the trace', () => {
  const span = (id: string) => failing(id, 'read_file', 'permission')
  expect(found(span('one'), span('two'))).toEqual([])
})

test('claims no order between two services that nothing connects', () => {
  const elsewhere = (id: string, service: string) =>
    denied(id, { in: `gone-${service}`, service, 'toolspan.operation.id': 'op' })
  expect(found(elsewhere('one', 'a'), elsewhere('two', 'b'))).toEqual([])
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
