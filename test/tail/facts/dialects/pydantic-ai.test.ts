import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

const tool = { scope: 'pydantic-ai', 'gen_ai.tool.name': 'search', 'gen_ai.tool.call.id': 'call-1' }

test('reads a tool that names no operation', () => {
  expect(
    factsOf({ ...tool, tool_arguments: '{"q":1}', tool_response: '[]' } as Omit<TestSpan, 'id'>),
  ).toMatchObject({ role: 'tool', tool: 'search', callId: 'call-1' })
})

test('reads nothing of other scopes, nor of spans that name their operation', () => {
  expect(factsOf({ ...tool, scope: 'other' }).role).toBe('other')
  expect(factsOf({ ...tool, 'gen_ai.operation.name': 'dance' }).role).toBe('other')
})
