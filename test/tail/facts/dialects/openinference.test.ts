import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

test.each([
  ['TOOL', 'tool'],
  ['tool', 'tool'],
  ['RETRIEVER', 'tool'],
  ['LLM', 'model'],
  ['EMBEDDING', 'model'],
  ['AGENT', 'agent'],
  ['CHAIN', 'other'],
])('takes a span of the kind %s for a %s', (kind, role) => {
  expect(factsOf({ 'openinference.span.kind': kind }).role).toBe(role)
})

test('reads a tool with its arguments and its result', () => {
  expect(
    factsOf({
      'openinference.span.kind': 'TOOL',
      'tool.name': 'search',
      'tool_call.id': 'call-1',
      'input.value': '{"q":1}',
      'output.value': '[]',
    }),
  ).toMatchObject({
    tool: 'search',
    callId: 'call-1',
    fingerprint: expect.stringMatching(/^recorded-/),
    result: { status: 'found_none', foreign: true },
  })
  expect(factsOf({ 'openinference.span.kind': 'TOOL', name: 'lookup' }).tool).toBe('lookup')
})

test('reads a model with its tokens and the tools it is offered', () => {
  expect(
    factsOf({
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'model-b',
      'llm.token_count.total': 77,
      'llm.tools.0.tool.json_schema': '{}',
      'llm.tools.1.tool.json_schema': '{}',
    }),
  ).toMatchObject({ model: 'model-b', tokens: 77, toolsOffered: 2 })
})

test('reads no output of a call that failed, but its exception', () => {
  const facts = factsOf({
    'openinference.span.kind': 'TOOL',
    'tool.name': 'search',
    'output.value': '[]',
    failed: true,
    thrown: { type: 'Error', message: '403 Forbidden' },
  })
  expect(facts).toMatchObject({ errorCategory: 'permission', result: { status: 'failed' } })
})

test('leaves spans without a kind alone', () => {
  expect(factsOf({ 'tool.name': 'search', 'output.value': '[]' })).toMatchObject({
    role: 'other',
    tool: undefined,
    result: undefined,
  })
})

const message = { content: '[]', status: 'success', tool_call_id: 'call-1', name: 'search' }

test.each([
  ['as its Python model writes it', { type: 'tool', data: message }],
  [
    'as it serialises itself',
    { lc: 1, type: 'constructor', id: ['langchain', 'ToolMessage'], kwargs: message },
  ],
  ['under a key of its own', { output: { ...message, type: 'tool' } }],
])('reads the result in a ToolMessage of LangChain, %s', (_, body) => {
  const call = (value: unknown) =>
    factsOf({ 'openinference.span.kind': 'TOOL', 'output.value': JSON.stringify(value) })
  expect(call(body)).toMatchObject({ callId: 'call-1', result: { status: 'found_none' } })
  const failed = JSON.parse(
    JSON.stringify(body).replace('"success"', '"error"').replace('"[]"', '"403 Forbidden"'),
  )
  expect(call(failed)).toMatchObject({
    failed: true,
    errorCategory: 'permission',
    result: { status: 'failed' },
  })
  const again = JSON.parse(JSON.stringify(body).replace('call-1', 'call-2'))
  expect(call(again).result?.fingerprint).toBe(call(body).result?.fingerprint)
})

test.each([
  [[], 'found_none'],
  [[{ type: 'text', text: '[]' }], 'found_none'],
  [[{ type: 'text', text: 'two orders' }], 'found'],
  [[{ id: 1 }], 'found'],
])('reads a ToolMessage with the content %j as %s', (content, status) => {
  const body = JSON.stringify({ type: 'tool', data: { ...message, content } })
  expect(factsOf({ 'openinference.span.kind': 'TOOL', 'output.value': body }).result?.status).toBe(status)
})

test('takes no other object with a content for a ToolMessage', () => {
  for (const body of [
    { type: 'tool', content: '[]' },
    { type: 'constructor', id: ['AIMessage'], kwargs: message },
  ])
    expect(
      factsOf({ 'openinference.span.kind': 'TOOL', 'output.value': JSON.stringify(body) }).callId,
    ).toBeUndefined()
})

test('names an agent after its span where it has no name of its own', () => {
  expect(factsOf({ 'openinference.span.kind': 'AGENT', name: 'desk' }).agent).toBe('desk')
})
