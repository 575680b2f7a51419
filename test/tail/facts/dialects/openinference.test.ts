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
