import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

const call = { 'mcp.method.name': 'tools/call', 'mcp.tool.name': 'search', 'mcp.request.id': '7' }

test('reads tool, transport and request', () => {
  expect(
    factsOf({ ...call, 'mcp.session.id': 's1', 'mcp.transport': 'StreamableHTTPServerTransport' }),
  ).toMatchObject({ role: 'tool', tool: 'search', requestKey: 's1/7', isOverHttp: true })
  expect(factsOf({ ...call, 'mcp.method.name': 'tools/list' }).role).toBe('other')
})

test('reads a result in several parts only where all of it is there', () => {
  const parts = { 'mcp.tool.result.content_count': 2, 'mcp.tool.result.0.content': '[]' }
  expect(factsOf({ ...call, ...parts }).result).toBeUndefined()
  expect(factsOf({ ...call, ...parts, 'mcp.tool.result.1.content': 'two orders' }).result?.status).toBe(
    'found',
  )
})

test('says nothing about a result of which only the count is there', () => {
  for (const count of [0, 1, 3, 1e6])
    expect(factsOf({ ...call, 'mcp.tool.result.content_count': count }).result).toBeUndefined()
})

test('takes an error of a span that ended well for failed', () => {
  const error = { 'mcp.tool.result.is_error': true }
  expect(factsOf({ ...call, ...error })).toMatchObject({ failed: true, isMarkedFailed: false })
  expect(factsOf({ ...call, ...error, 'mcp.tool.result.content': '403 Forbidden' })).toMatchObject({
    failed: true,
    errorCategory: 'permission',
  })
})
