import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import type { AttributeValue } from '../../../../src/tail/facts/span-input.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' }

test.each([
  ['execute_tool', 'tool'],
  ['chat', 'model'],
  ['embeddings', 'model'],
  ['invoke_agent', 'agent'],
  ['invoke_workflow', 'agent'],
  ['dance', 'other'],
])('takes %s for a %s', (operation, role) => {
  expect(factsOf({ 'gen_ai.operation.name': operation }).role).toBe(role)
})

test('reads names, ids, tokens and definitions', () => {
  expect(
    factsOf({
      'gen_ai.operation.name': 'chat',
      'gen_ai.agent.name': 'desk',
      'gen_ai.request.model': 'model-a',
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.tool.definitions': '[{"name":"a"},{"name":"b"}]',
    }),
  ).toMatchObject({ agent: 'desk', model: 'model-a', tokens: 120, toolsOffered: 2 })
  expect(factsOf({ ...tool, 'gen_ai.tool.call.id': 'call-1' })).toMatchObject({
    tool: 'search',
    callId: 'call-1',
  })
})

test('knows the two sides of an MCP request by session and request id', () => {
  const mcp = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'search',
    'network.protocol.name': 'http',
  }
  const request = { 'mcp.session.id': 's1', 'jsonrpc.request.id': '7' }
  expect(factsOf({ ...mcp, ...request })).toMatchObject({
    role: 'tool',
    isOverHttp: true,
    requestKey: 's1/7',
  })
  expect(factsOf({ ...mcp, 'jsonrpc.request.id': '7' }).requestKey).toBeUndefined()
})

test('leaves other MCP messages, and spans without an operation, alone', () => {
  expect(factsOf({ 'mcp.method.name': 'tools/list' }).role).toBe('other')
  expect(factsOf({ 'gen_ai.tool.name': 'search', 'gen_ai.tool.call.result': '[]' })).toMatchObject({
    role: 'other',
    tool: 'search',
    result: undefined,
  })
})

test('ties equal recorded arguments, and classifies a recorded result as a foreign one', () => {
  const call = (args: string) =>
    factsOf({ ...tool, 'gen_ai.tool.call.arguments': args, 'gen_ai.tool.call.result': '[]' })
  expect(call('{"q":1}').fingerprint).toBe(call('{"q":1}').fingerprint)
  expect(call('{"q":1}').fingerprint).not.toBe(call('{"q":2}').fingerprint)
  expect(call('{}').result).toMatchObject({ status: 'found_none', foreign: true, coverage: 'unknown' })
})

test('classifies a list that was recorded as one, as the text of it', () => {
  const call = (result: AttributeValue) => factsOf({ ...tool, 'gen_ai.tool.call.result': result }).result
  expect(call([])).toMatchObject({ status: 'found_none', coverage: 'unknown' })
  expect(call(['o-1', 'o-2'])).toEqual(call('["o-1","o-2"]'))
})

test('reads no bodies of models and agents', () => {
  const facts = factsOf({ 'gen_ai.operation.name': 'chat', 'gen_ai.tool.call.result': '[]' })
  expect(facts.result).toBeUndefined()
})

test('classifies a failure by its exception, else by its error type, else not at all', () => {
  expect(
    factsOf({ ...tool, failed: true, thrown: { type: 'Error', message: '403 Forbidden' } }),
  ).toMatchObject({
    errorCategory: 'permission',
    failed: true,
  })
  expect(factsOf({ ...tool, failed: true, 'error.type': 'ECONNRESET' }).errorCategory).toBe('transient')
  expect(factsOf({ ...tool, failed: true, 'error.type': 'tool_error' })).toMatchObject({
    errorCategory: undefined,
    errorType: 'tool_error',
    result: undefined,
  })
})

test('takes the message of the status where no exception and no error type says why', () => {
  const facts = factsOf({ ...tool, failed: true, says: '403 Forbidden', 'error.type': 'tool_error' })
  expect(facts).toMatchObject({ errorCategory: 'permission', errorType: 'tool_error' })
  expect(
    factsOf({ ...tool, failed: true, says: '403 Forbidden', 'error.type': 'timeout' }).errorCategory,
  ).toBe('transient')
  expect(factsOf({ ...tool, failed: false, says: '403 Forbidden' }).errorCategory).toBeUndefined()
})

test('takes what was recorded of a call that failed for its error, never for a result', () => {
  const failing = { ...tool, failed: true, 'error.type': 'ToolRetryError' }
  expect(factsOf({ ...failing, 'gen_ai.tool.call.result': '503 Service Unavailable' })).toMatchObject({
    errorCategory: 'transient',
    result: { status: 'failed' },
  })
  expect(factsOf({ ...failing, 'gen_ai.tool.call.result': 'null' }).result).toBeUndefined()
})

test('names the tool of an MCP request after its span where nothing else does', () => {
  const request = { 'mcp.method.name': 'tools/call' }
  expect(factsOf({ ...request, name: 'MCP send tools/call search' }).tool).toBe('search')
  expect(factsOf({ ...request, name: 'tools/call search', 'gen_ai.tool.name': 'find' }).tool).toBe('find')
  expect(factsOf({ ...request, name: 'tools/call' }).tool).toBeUndefined()
})

test.each(['constructor', 'toString', '__proto__'])(
  'takes an operation called %s for nothing',
  (operation) => {
    expect(factsOf({ 'gen_ai.operation.name': operation }).role).toBe('other')
  },
)

test('tells texts of errors apart without keeping them', () => {
  const thrown = (message: string) => factsOf({ ...tool, failed: true, thrown: { type: 'Odd', message } })
  expect(thrown('secret one').errorDigest).toBe(thrown('secret one').errorDigest)
  expect(thrown('secret one').errorDigest).not.toBe(thrown('secret two').errorDigest)
  expect(JSON.stringify(thrown('secret one'))).not.toContain('secret')
})
