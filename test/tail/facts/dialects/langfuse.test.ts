import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

const tool = { 'langfuse.observation.type': 'tool', name: 'search' }

test.each([
  ['tool', 'tool'],
  ['retriever', 'tool'],
  ['generation', 'model'],
  ['embedding', 'model'],
  ['agent', 'agent'],
  ['span', 'other'],
  ['chain', 'other'],
  ['constructor', 'other'],
])('takes a %s for a %s', (type, role) => {
  expect(factsOf({ 'langfuse.observation.type': type }).role).toBe(role)
})

test('takes the level ERROR for a failure, and its message for the reason', () => {
  const failed = {
    ...tool,
    'langfuse.observation.level': 'ERROR',
    'langfuse.observation.status_message': '403 Forbidden',
    'langfuse.observation.output': '{"error":"Error: 403 Forbidden"}',
  }
  expect(factsOf(failed)).toMatchObject({
    failed: true,
    isMarkedFailed: true,
    errorCategory: 'permission',
    result: { status: 'failed' },
  })
  expect(factsOf({ ...failed, 'langfuse.observation.level': 'WARNING' }).isMarkedFailed).toBe(false)
})

test.each([
  ['{"input":100,"output":20,"total":120}', 120],
  ['{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}', 120],
  ['{"cost":0.1}', undefined],
  ['{"subtotal":7}', undefined],
])('reads the tokens of %s', (usage, tokens) => {
  const generation = {
    'langfuse.observation.type': 'generation',
    'langfuse.observation.usage_details': usage,
  }
  expect(factsOf(generation).tokens).toBe(tokens)
})

test('reads an MCP result as one', () => {
  const output = '{"content":[{"type":"text","text":"quota exceeded"}],"isError":true}'
  expect(factsOf({ ...tool, 'langfuse.observation.output': output })).toMatchObject({
    failed: true,
    isMarkedFailed: false,
    result: { status: 'failed' },
  })
})
