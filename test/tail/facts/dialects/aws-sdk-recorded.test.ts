import { describe, expect, test } from 'vitest'
import { foundIn, recordedFacts, recordedSpans } from '../../../support/recorded.ts'
import { findingsOf } from '../../../support/trace.ts'

/**
 * Calls of the AWS SDK under @opentelemetry/instrumentation-aws-sdk, with the requests below them, recorded by
 * test/fixtures/aws-sdk: with and without the headers by which the SDK counts.
 */
describe.each(['node', 'node-headers'])('calls of the AWS SDK (%s)', (name) => {
  const facts = recordedFacts('aws-sdk', name)
  const calls = facts.filter(({ client, role }) => client === 'aws_sdk' && role === 'other')
  const requests = facts.filter(({ role }) => role === 'http')

  test('the span around all tries of a call is none of them, and says whose it is and how it ended', () => {
    expect(calls.map((span) => [span.name, span.failed])).toEqual([
      ['DynamoDB.GetItem', false],
      ['DynamoDB.PutItem', true],
      ['DynamoDB.PutItem', true],
    ])
  })

  test('its tries are the requests below it', () => {
    const statusesOf = (spanId: string) =>
      requests.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ http }) => http?.status)
    expect(calls.map(({ spanId }) => statusesOf(spanId))).toEqual([
      [503, 503, 200],
      [503, 503, 503, 503],
      [503, 503, 503, 503],
    ])
  })

  test('finds nothing wrong with a client that tries again alone', () => {
    expect(foundIn('aws-sdk', name)).toEqual([])
  })
})

test('with the headers its tries are numbered, and each call is an invocation of its own', () => {
  const requests = recordedFacts('aws-sdk', 'node-headers').filter(({ role }) => role === 'http')
  expect(requests.map(({ attempt }) => attempt).sort()).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4])
  expect(new Set(requests.map(({ http }) => http?.invocationId)).size).toBe(3)
  expect(requests.every(({ client, http }) => client === 'aws_sdk' && http?.invocationMax === 4)).toBe(true)
})

test('under a tool that is asked again with the same arguments both layers are seen', () => {
  const spans = recordedSpans('aws-sdk', 'node-headers')
  const root = spans.find(({ name }) => name === 'desk')
  const puts = spans.filter(({ name }) => name === 'DynamoDB.PutItem')
  if (root === undefined) throw new Error('no root')
  const under = spans.map((span) => {
    const place = puts.findIndex(({ spanId }) => spanId === span.spanId)
    return place < 0 ? span : { ...span, parentSpanId: `${place}`.padStart(16, 'a') }
  })
  const tools = puts.map((put, place) => ({
    ...put,
    spanId: `${place}`.padStart(16, 'a'),
    kind: 'internal' as const,
    name: 'execute_tool store',
    scope: 'test',
    events: [],
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'store',
      'gen_ai.tool.call.arguments': '{"id":"o-1"}',
    },
  }))
  const rules = findingsOf([...under, ...tools]).map(({ rule, layers }) => [
    rule,
    layers?.map(({ layer, attempts }) => [layer, attempts]),
  ])
  expect(rules).toContainEqual([
    'retry-storm',
    [
      ['agent', 2],
      ['http', 8],
    ],
  ])
})
