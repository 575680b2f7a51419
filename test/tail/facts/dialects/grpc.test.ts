import { describe, expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { call, run } from '../../../support/calls.ts'
import { findingsOf, type TestSpan, trace } from '../../../support/trace.ts'

/** An outgoing call in today's names. */
const rpc = (id: string, more: Partial<TestSpan> = {}): TestSpan => ({
  id,
  in: 'run',
  name: 'orders.Orders/Get',
  kind: 'client',
  'rpc.system.name': 'grpc',
  'rpc.method': 'orders.Orders/Get',
  'server.address': 'orders.example.com',
  ...more,
})
const factsOf = (span: TestSpan) => trace(span).map((input) => readFacts(input))[0]

describe('an outgoing call over gRPC', () => {
  test('is a request to a host, by service and method', () => {
    expect(factsOf(rpc('a'))).toMatchObject({
      role: 'http',
      failed: false,
      client: 'grpc',
      http: {
        method: 'POST',
        url: 'grpc://orders.example.com/orders.Orders/Get',
        host: 'orders.example.com',
      },
    })
  })

  test('is the same in the names of before 1.39', () => {
    const { 'rpc.system.name': _, ...rest } = rpc('a')
    const old = {
      ...rest,
      'rpc.system': 'grpc',
      'rpc.service': 'orders.Orders',
      'rpc.method': 'Get',
      'rpc.grpc.status_code': 14,
    }
    expect(factsOf(old)).toMatchObject({
      failed: true,
      errorCode: 'UNAVAILABLE',
      errorCategory: 'transient',
      http: { url: 'grpc://orders.example.com/orders.Orders/Get' },
    })
  })

  test.each([
    ['PERMISSION_DENIED', 'permission'],
    ['INVALID_ARGUMENT', 'validation'],
    ['DEADLINE_EXCEEDED', 'transient'],
    ['FAILED_PRECONDITION', 'business'],
    ['RESOURCE_EXHAUSTED', undefined],
  ])('that ends with %s failed', (status, category) => {
    expect(factsOf(rpc('a', { 'rpc.response.status_code': status }))).toMatchObject({
      failed: true,
      errorCode: status,
      errorCategory: category,
    })
  })

  test.each(['OK', 0, 'CANCELLED', 1, 99])('that ends with %s did not', (status) => {
    expect(factsOf(rpc('a', { 'rpc.response.status_code': status }))).toMatchObject({ failed: false })
  })
})

describe('the message that Node’s instrumentation keeps beside the status', () => {
  const ended = (status: number, message: string) =>
    factsOf(
      rpc('a', {
        failed: true,
        'rpc.response.status_code': status,
        'grpc.error_message': message,
      }),
    )

  test('tells a quota from a rate', () => {
    expect(ended(8, '8 RESOURCE_EXHAUSTED: monthly quota exceeded')).toMatchObject({
      errorCode: 'RESOURCE_EXHAUSTED',
      errorCategory: 'business',
    })
    expect(ended(8, '8 RESOURCE_EXHAUSTED: rate limit exceeded')).toMatchObject({
      errorCategory: 'transient',
    })
    const large = '8 RESOURCE_EXHAUSTED: Received message larger than max (5 vs. 4)'
    expect(ended(8, large)).toMatchObject({ errorCategory: undefined })
  })

  test('says nothing where the status says it', () => {
    expect(ended(5, '5 NOT_FOUND: no quota of this name')).toMatchObject({
      errorCode: 'NOT_FOUND',
      errorCategory: undefined,
    })
    expect(ended(7, '7 PERMISSION_DENIED: rate limit exceeded')).toMatchObject({
      errorCategory: 'permission',
    })
  })

  test('says that no connection was made, which a server’s own words do not', () => {
    const refused =
      '14 UNAVAILABLE: No connection established. Last error: Error: connect ECONNREFUSED 10.0.0.1:1'
    expect(ended(14, refused)).toMatchObject({ errorCode: 'ECONNREFUSED', errorCategory: 'transient' })
    expect(ended(14, '14 UNAVAILABLE: upstream: connect ECONNREFUSED 10.0.0.1:1')).toMatchObject({
      errorCode: 'UNAVAILABLE',
    })
  })

  test('a call that was cancelled did not fail, whatever its message', () => {
    expect(
      factsOf(rpc('a', { 'rpc.response.status_code': 1, 'grpc.error_message': '1 CANCELLED: quota' })),
    ).toMatchObject({ failed: false, errorCategory: undefined })
  })
})

test('the server side, and other systems, are none', () => {
  expect(factsOf(rpc('a', { kind: 'server' }))?.role).toBe('other')
  expect(factsOf(rpc('a', { 'rpc.system.name': 'connectrpc' }))?.role).toBe('other')
})

describe('tries that the channel counts in grpc-previous-rpc-attempts', () => {
  const tries = (tool: string, startMs: number) =>
    [undefined, ['1'], ['2']].map((previous, index) =>
      rpc(`${tool}${index}`, {
        in: tool,
        at: [startMs + index * 100, startMs + index * 100 + 50],
        failed: true,
        'rpc.response.status_code': 'UNAVAILABLE',
        'rpc.request.metadata.grpc-previous-rpc-attempts': previous,
      }),
    )
  const tool = (id: string, startMs: number) =>
    call(id, 'get_order', {
      at: [startMs - 10, startMs + 400],
      failed: true,
      'toolspan.operation.fingerprint': 'o',
      'toolspan.error.category': 'transient',
    })

  test('are one budget of one owner, and no storm', () => {
    expect(findingsOf(trace(tool('a', 100), ...tries('a', 100), run)).map(({ rule }) => rule)).not.toContain(
      'retry-storm',
    )
  })

  test('are a storm below a tool that is repeated, and the fix names the policy', () => {
    const spans = [tool('a', 100), ...tries('a', 100), tool('b', 1000), ...tries('b', 1000), run]
    const [storm] = findingsOf(trace(...spans)).filter(({ rule }) => rule === 'retry-storm')
    expect(storm).toMatchObject({ attempts: 6, amplification: 2 })
    expect(storm?.fix).toContain('take retryPolicy out of its service config')
  })
})

test('calls of one method with other messages are no repeats of one that failed', () => {
  const spans = [1, 2, 3].map((each) =>
    rpc(`c${each}`, each === 1 ? { failed: true, 'rpc.response.status_code': 'UNAVAILABLE' } : {}),
  )
  expect(findingsOf(trace(...spans, run))).toEqual([])
})

test('a host that answers six preconditions did not refuse the caller', () => {
  const calls = (status: string) =>
    [1, 2, 3, 4, 5, 6, 7].map((each) =>
      rpc(`c${each}`, {
        failed: true,
        'rpc.method': `orders.Orders/M${each}`,
        'rpc.response.status_code': status,
      }),
    )
  const rules = (status: string) => findingsOf(trace(...calls(status), run)).map(({ rule }) => rule)
  expect(rules('FAILED_PRECONDITION')).toEqual([])
  expect(rules('PERMISSION_DENIED')).toContain('terminal-ignored')
})
