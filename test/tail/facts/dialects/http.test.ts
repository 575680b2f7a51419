import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', kind: 'client', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

const request = {
  'http.request.method': 'GET',
  'url.full': 'https://api.example.com/orders?page=2#top',
  'server.address': 'api.example.com',
}

test('reads an outgoing request, its URL without the fragment', () => {
  expect(factsOf({ ...request, 'http.response.status_code': 200 })).toMatchObject({
    role: 'http',
    failed: false,
    http: {
      method: 'GET',
      url: 'https://api.example.com/orders?page=2',
      host: 'api.example.com',
      status: 200,
    },
  })
})

test.each([
  [399, false, undefined],
  [400, true, 'validation'],
  [403, true, 'permission'],
  [404, true, undefined],
  [429, true, 'transient'],
  [503, true, 'transient'],
])('a status of %d is failed: %s, with the category %s', (status, failed, errorCategory) => {
  expect(factsOf({ ...request, 'http.response.status_code': status })).toMatchObject({
    failed,
    errorCategory,
  })
})

test('reads how long the server asks to wait, and a rate limit behind a 403', () => {
  const limited = { 'http.response.status_code': 429, 'http.response.header.retry-after': ['30'] }
  expect(factsOf({ ...request, ...limited }).retryAfterMs).toBe(30_000)
  const forbidden = { 'http.response.status_code': 403, 'http.response.header.x-ratelimit-remaining': ['0'] }
  expect(factsOf({ ...request, ...forbidden }).errorCategory).toBe('transient')
})

test('reads the category of a request that was never answered from its error', () => {
  expect(factsOf({ ...request, failed: true, 'error.type': 'ECONNREFUSED' }).errorCategory).toBe('transient')
  const thrown = { type: 'TypeError', message: 'fetch failed' }
  expect(factsOf({ ...request, failed: true, thrown }).failed).toBe(true)
})

test('reads the headers by which clients count their own tries', () => {
  const stainless = { 'http.request.header.x-stainless-retry-count': ['2'] }
  expect(factsOf({ ...request, ...stainless }).http).toMatchObject({ sequence: 2, sequenceBy: 'header' })
  expect(factsOf({ ...request, 'http.request.resend_count': 1 }).http).toMatchObject({
    sequence: 1,
    sequenceBy: 'resend',
  })
  const aws = {
    'http.request.header.amz-sdk-invocation-id': ['inv-1'],
    'http.request.header.amz-sdk-request': ['attempt=2; max=3'],
  }
  expect(factsOf({ ...request, ...aws })).toMatchObject({
    attempt: 2,
    http: { invocationId: 'inv-1', invocationMax: 3 },
  })
})

test('tells long URLs apart that differ only in their end', () => {
  const url = (end: string) => `https://api.example.com/search?q=${'x'.repeat(5000)}${end}`
  const of = (end: string) => factsOf({ ...request, 'url.full': url(end) }).http?.url ?? ''
  expect(of('&page=1')).not.toBe(of('&page=2'))
  expect(of('&page=1')).toBe(of('&page=1#top'))
  expect(of('&page=1').length).toBeLessThan(300)
})

test('leaves servers, internal spans and spans of another role alone', () => {
  expect(factsOf({ ...request, kind: 'server' }).role).toBe('other')
  expect(factsOf({ ...request, kind: 'internal' }).http).toBeUndefined()
  const call = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'fetch' }
  expect(factsOf({ ...request, ...call })).toMatchObject({ role: 'tool', http: undefined })
  expect(factsOf({ 'url.full': 'https://api.example.com/' }).role).toBe('other')
})

test.each([-1, 'GET', 1.5])('leaves a resend count of %s alone', (count) => {
  expect(factsOf({ ...request, 'http.request.resend_count': count }).http?.sequence).toBeUndefined()
})

test('reads the names of before 1.23, and goes by the new ones where a span carries both', () => {
  const old = {
    'http.method': 'POST',
    'http.url': 'https://desk:secret@api.example.com:8443/orders#top',
    'http.status_code': 429,
    'http.resend_count': 2,
    'http.response.header.retry_after': ['3'],
  }
  expect(factsOf(old)).toMatchObject({
    role: 'http',
    failed: true,
    retryAfterMs: 3000,
    http: { method: 'POST', host: 'api.example.com', status: 429, sequence: 2, sequenceBy: 'resend' },
  })
  expect(factsOf({ ...old, ...request, 'http.response.status_code': 200 })).toMatchObject({
    failed: false,
    http: { method: 'GET', url: 'https://api.example.com/orders?page=2', status: 200 },
  })
})

test.each([
  [{ 'net.peer.name': 'orders.internal' }, 'orders.internal'],
  [{ 'http.url': 'http://[::1]:8080/orders' }, '[::1]'],
  [{ 'http.host': 'orders.internal:8080' }, 'orders.internal'],
  [{ 'http.url': 'orders' }, undefined],
])('knows the host of a request that says %o', (attributes, host) => {
  expect(factsOf({ 'http.method': 'GET', ...attributes }).http?.host).toBe(host)
})

test.each([
  ['httpx.ConnectError', 'All connection attempts failed', 'transient', 'ECONNREFUSED'],
  ['builtins.OSError', '[Errno 104] Connection reset by peer', 'transient', 'ECONNRESET'],
  ['java.net.ConnectException', 'Connection refused', 'transient', 'ECONNREFUSED'],
  ['httpx.ReadTimeout', '', 'transient', undefined],
])('knows what %s of another language says', (type, message, errorCategory, errorCode) => {
  const facts = factsOf({ ...request, failed: true, thrown: { type, message } })
  expect(facts).toMatchObject({ errorCategory, errorCode })
})
