import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

test.each([
  ['ai.generateText', 'agent'],
  ['ai.streamText', 'agent'],
  ['ai.generateText.doGenerate', 'model'],
  ['ai.streamText.doStream', 'model'],
  ['ai.embed.doEmbed', 'model'],
  ['ai.toolCall', 'tool'],
  ['ai.somethingNew', 'other'],
])('takes %s for a %s', (operation, role) => {
  expect(factsOf({ 'ai.operationId': operation }).role).toBe(role)
})

test('reads a tool call with its arguments and its result', () => {
  expect(
    factsOf({
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'search',
      'ai.toolCall.id': 'call-1',
      'ai.toolCall.args': '{"q":1}',
      'ai.toolCall.result': '[{"id":1},{"id":2}]',
    }),
  ).toMatchObject({
    tool: 'search',
    callId: 'call-1',
    fingerprint: expect.stringMatching(/^recorded-/),
    result: { status: 'found', count: 2, foreign: true },
  })
})

test('reads an agent by its function id, and a model by its tokens and tools', () => {
  expect(factsOf({ 'ai.operationId': 'ai.generateText', 'ai.telemetry.functionId': 'desk' }).agent).toBe(
    'desk',
  )
  expect(
    factsOf({
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.model.id': 'model-a',
      'ai.usage.totalTokens': 12,
      'ai.prompt.tools': ['{}', '{}', '{}'],
    }),
  ).toMatchObject({ model: 'model-a', tokens: 12, toolsOffered: 3, agent: undefined })
})

test('classifies what a tool threw', () => {
  expect(
    factsOf({
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'search',
      failed: true,
      thrown: { type: 'Error', message: '403 Forbidden' },
    }),
  ).toMatchObject({ errorCategory: 'permission', result: { status: 'failed', foreign: true } })
})

test('leaves spans of others alone', () => {
  expect(factsOf({ 'ai.toolCall.name': 'search', 'ai.toolCall.result': '[]' })).toMatchObject({
    role: 'other',
    tool: undefined,
    result: undefined,
  })
})
