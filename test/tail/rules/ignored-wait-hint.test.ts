import { expect, test } from 'vitest'
import { attempt, call, failing, model, read, request, run } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('ignored-wait-hint', ...spans, run)

type More = Partial<TestSpan>

const asked = (ms: number, more: More = {}) =>
  failing('one', 'get_rates', 'transient', {
    at: [0, 100],
    'toolspan.operation.fingerprint': 'same',
    'toolspan.error.retry_after_ms': ms,
    ...more,
  })
const next = (gapMs: number, more: More = {}) =>
  read('two', 'get_rates', {
    at: [100 + gapMs, 150 + gapMs],
    'toolspan.operation.fingerprint': 'same',
    ...more,
  })

test('flags a try that comes earlier than the server had asked for (REQ-23)', () => {
  const [finding, ...more] = found(asked(2000), next(300))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', recovered: true, origin: { tool: 'get_rates' } })
  expect(finding?.spanIds).toEqual([hexId('two', 16), hexId('one', 16)])
  expect(finding?.summary).toBe(
    'the agent layer tried get_rates again after 300 ms, though it had been asked to wait 2 s',
  )
  expect(finding?.fix).toContain('let the agent layer wait')
})

test.each([
  [1999, 1],
  [2000, 0],
  [2001, 0],
])('asked to wait 2 s and waited %d ms is %d finding', (gapMs, count) => {
  expect(found(asked(2000), next(gapMs))).toHaveLength(count)
})

const url = 'https://rates.example.com/today'
const limited = (id: string, at: readonly [number, number], seconds: string, more: More = {}) =>
  request(id, url, 429, { at, 'http.response.header.retry-after': [seconds], ...more })

test('reads the header of plain requests, and names each try that was too early', () => {
  const [finding] = found(
    limited('one', [0, 100], '30'),
    limited('two', [1100, 1200], '30'),
    request('three', url, 200, { at: [3200, 3300] }),
  )
  expect(finding?.spanIds).toEqual([hexId('two', 16), hexId('three', 16), hexId('one', 16)])
  expect(finding?.summary).toContain('the http layer tried GET rates.example.com/today again after 1 s')
})

test('forgives a second where the wait was given in whole seconds over HTTP, as dates are', () => {
  const after = (gapMs: number) => request('two', url, 200, { at: [100 + gapMs, 200 + gapMs] })
  expect(found(limited('one', [0, 100], '5'), after(4000))).toEqual([])
  expect(found(limited('one', [0, 100], '5'), after(3999))).toHaveLength(1)
  expect(found(limited('one', [0, 100], '1'), after(999))).toHaveLength(1)
  expect(found(limited('one', [0, 100], '1'), after(1000))).toEqual([])
})

test('stays quiet when another host is asked', () => {
  const elsewhere = request('two', 'https://us.example.com/today', 200, { at: [150, 200] })
  const ofOne = { 'toolspan.operation.id': 'rates' }
  expect(found({ ...limited('one', [0, 100], '30'), ...ofOne }, { ...elsewhere, ...ofOne })).toEqual([])
})

test('stays quiet when another host is asked inside the next attempt', () => {
  const hint = { failed: true, 'toolspan.error.retry_after_ms': 30_000 }
  const tries = (host: string) =>
    found(
      attempt('a1', 1, { ...hint, at: [0, 100] }),
      request('h1', 'https://eu.example.com/today', 503, { in: 'a1', at: [10, 90] }),
      attempt('a2', 2, { at: [200, 300] }),
      request('h2', `https://${host}/today`, 200, { in: 'a2', at: [210, 290] }),
    )
  expect(tries('us.example.com')).toEqual([])
  expect(tries('eu.example.com').map(({ spanIds }) => spanIds[0])).toEqual([hexId('a2', 16)])
})

test('stays quiet when another model is asked: a fallback', () => {
  const ofOne = { 'toolspan.operation.id': 'answer' }
  const busy = model('one', { ...ofOne, at: [0, 100], failed: true, 'toolspan.error.retry_after_ms': 20_000 })
  const ask = (name: string) => model('two', { ...ofOne, at: [150, 900], 'gen_ai.request.model': name })
  expect(found(busy, ask('model-b'))).toEqual([])
  expect(found(busy, ask('model-a'))).toHaveLength(1)
})

test('stays quiet about other tools and other operations at the same time', () => {
  expect(found(asked(30_000), next(50, { 'gen_ai.tool.name': 'get_news' }))).toEqual([])
  expect(found(asked(30_000), next(50, { 'toolspan.operation.fingerprint': 'other' }))).toEqual([])
})

test('stays quiet where nobody asked for a wait, or the answer was good', () => {
  expect(found(asked(0), next(10))).toEqual([])
  expect(
    found(failing('one', 'get_rates', 'transient', { 'toolspan.operation.fingerprint': 'same' }), next(200)),
  ).toEqual([])
  const good = request('one', url, 202, { at: [0, 100], 'http.response.header.retry-after': ['30'] })
  expect(found(good, request('two', url, 200, { at: [150, 200] }))).toEqual([])
})

test('stays quiet about requests under way when the wait was asked for', () => {
  expect(found(asked(2000), next(-50))).toEqual([])
  expect(found(asked(2000), next(0))).toHaveLength(1)
})

test('compares no clocks of two services', () => {
  expect(found(asked(2000), next(300, { service: 'elsewhere' }))).toEqual([])
})

test('reads the wait from a recorded MCP result', () => {
  const body = {
    isError: true,
    content: [
      {
        type: 'text',
        text: '{"errorCategory":"transient","isRetryable":true,"message":"busy","retryAfterMs":5000}',
      },
    ],
  }
  const answer = (id: string, at: readonly [number, number], result?: object): TestSpan =>
    call(id, 'get_rates', {
      at,
      failed: result !== undefined,
      'gen_ai.tool.call.arguments': '{}',
      ...(result === undefined ? {} : { 'gen_ai.tool.call.result': JSON.stringify(result) }),
    })
  expect(found(answer('one', [0, 100], body), answer('two', [1100, 1200]))[0]?.summary).toContain(
    'asked to wait 5 s',
  )
})

test('reads tenths of a millisecond as none', () => {
  expect(found(asked(2000, { at: [0, 100.6] }), next(0))[0]?.summary).toContain('again after 0 ms')
})
