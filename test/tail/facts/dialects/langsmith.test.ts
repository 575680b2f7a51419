import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

const tool = { 'langsmith.span.kind': 'tool', 'langsmith.trace.name': 'search' }

test.each([
  ['tool', 'tool'],
  ['retriever', 'tool'],
  ['llm', 'model'],
  ['embedding', 'model'],
  ['chain', 'other'],
  ['toString', 'other'],
])('takes a %s for a %s', (kind, role) => {
  expect(factsOf({ 'langsmith.span.kind': kind }).role).toBe(role)
})

test.each([
  ['{"output":[]}', 'found_none'],
  ['{"outputs": []}', 'found_none'],
  ['{"output":[1],"total":1}', 'found'],
  ['{"output":{"orders":[1]}}', 'found'],
])('reads the result in %s', (body, status) => {
  expect(factsOf({ ...tool, 'gen_ai.completion': body }).result?.status).toBe(status)
})

test('takes a span that ended well with an exception on it for failed', () => {
  const thrown = { type: 'Error', message: 'UpstreamError: 503 Service Unavailable' }
  expect(factsOf({ ...tool, failed: true, thrown })).toMatchObject({
    failed: true,
    errorCategory: 'transient',
  })
  expect(factsOf({ ...tool, thrown })).toMatchObject({
    failed: true,
    isMarkedFailed: true,
    errorCategory: 'transient',
  })
})

test('an exception on a span of nobody in particular may have been handled', () => {
  expect(
    factsOf({ 'gen_ai.operation.name': 'execute_tool', thrown: { type: 'Error', message: '503' } }).failed,
  ).toBe(false)
})

test("takes the chain with LangChain's name of an agent for the agent, and none of its steps", () => {
  const chain = { 'langsmith.span.kind': 'chain', 'langsmith.metadata.lc_agent_name': 'desk' }
  expect(factsOf(chain)).toMatchObject({ role: 'agent', agent: 'desk' })
  expect(factsOf({ ...chain, 'langsmith.metadata.langgraph_node': 'model' }).role).toBe('other')
})
