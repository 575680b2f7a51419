import { expect, test } from 'vitest'
import { model, request, run, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('terminal-ignored', ...spans, run)

type More = Partial<TestSpan>

const spent = (id: string, more: More = {}) =>
  model(id, {
    failed: true,
    'error.type': 'insufficient_quota',
    'toolspan.error.category': 'business',
    'toolspan.error.retryable': false,
    'toolspan.error.code': 'QUOTA_EXHAUSTED',
    ...more,
  })
const row = (count: number, make: (id: string, index: number) => TestSpan): TestSpan[] =>
  Array.from({ length: count }, (_, index) => make(`w${index}`, index))

test('flags five starts at a model after it had said that the quota is gone (REQ-26)', () => {
  const [finding, ...more] = found(spent('first'), ...row(7, (id) => spent(id)))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', operation: 'model-a', origin: { agent: 'desk' } })
  expect(finding?.spanIds).toEqual(
    ['w4', 'w0', 'w1', 'w2', 'w3', 'w5', 'w6', 'first'].map((id) => hexId(id, 16)),
  )
  expect(finding?.summary).toBe('7 more calls to model-a were started after it had refused (QUOTA_EXHAUSTED)')
  expect(finding?.fix).toContain('model-a')
})

test.each([
  [4, 0],
  [5, 1],
])('%d starts after it are %d finding', (count, findings) => {
  expect(found(spent('first'), ...row(count, (id) => spent(id)))).toHaveLength(findings)
})

test('counts the starts of all agents of the run', () => {
  const workers = row(5, (id) => subagent(`k${id}`, { at: [100, 900] }))
  const calls = row(5, (id, index) => spent(id, { in: `kw${index}`, at: [200, 300 + index] }))
  expect(found(spent('first', { at: [0, 50] }), ...workers, ...calls)).toHaveLength(1)
})

test('does not count what had started before the refusal came', () => {
  const at: readonly [number, number] = [10, 60]
  expect(found(spent('first', { at: [0, 50] }), ...row(8, (id) => spent(id, { at })))).toEqual([])
  const after: readonly [number, number] = [50, 90]
  expect(found(spent('first', { at: [0, 50] }), ...row(5, (id) => spent(id, { at: after })))).toHaveLength(1)
})

test('stays quiet when a success lies between', () => {
  expect(found(spent('first'), ...row(3, (id) => spent(id)), model('works'), spent('x'), spent('y'))).toEqual(
    [],
  )
})

test('reads plain requests: a host that refuses everything', () => {
  const path = (id: string, index: number) => request(id, `https://api.example.com/repos/${index}`, 403)
  const [finding] = found(...row(6, path))
  expect(finding).toMatchObject({ operation: 'api.example.com' })
  expect(finding?.summary).toBe(
    '5 more calls to api.example.com were started after it had refused (permission)',
  )
})

test('stays quiet when the host answers other requests, if only that it has no such thing', () => {
  const path = (id: string, index: number) =>
    request(id, `https://api.example.com/repos/${index}`, index % 2 === 0 ? 403 : 404)
  expect(found(...row(12, path))).toEqual([])
})

test.each([409, 412, 422, 451, 500, 503])('takes a %d for no final no', (status) => {
  expect(
    found(...row(8, (id, index) => request(id, `https://api.example.com/items/${index}`, status))),
  ).toEqual([])
})

test('stays quiet about a 403 that is a rate limit, and about a declared failure that may be repeated', () => {
  const limited = (id: string) =>
    request(id, 'https://api.example.com/x', 403, { 'http.response.header.x-ratelimit-remaining': ['0'] })
  expect(found(...row(8, limited))).toEqual([])
  expect(found(...row(8, (id) => spent(id, { 'toolspan.error.retryable': true })))).toEqual([])
})

test('stays quiet about texts that a provider filters one by one', () => {
  const filtered = (id: string) =>
    spent(id, { 'error.type': 'content_filter', 'toolspan.error.code': undefined })
  expect(found(...row(8, filtered))).toEqual([])
})

test('stays quiet about tools that refuse one input after the other', () => {
  const denied = (id: string) => ({
    ...spent(id),
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'read_file',
    'toolspan.error.category': 'permission',
  })
  expect(found(...row(8, denied))).toEqual([])
})

test('keeps targets apart: another model, another host', () => {
  const fallback = (id: string, index: number) => spent(id, { 'gen_ai.request.model': `model-${index}` })
  expect(found(...row(8, fallback))).toEqual([])
  expect(found(...row(8, (id, index) => request(id, `https://h${index}.example.com/`, 403)))).toEqual([])
})

test('says it once where a model call and its request show the same', () => {
  const calls = row(6, (id) => spent(id)).flatMap((span, index) => {
    const at = index * 100
    return [
      { ...span, at: [at, at + 50] as const },
      request(`h${span.id}`, 'https://models.example.com/v1/chat', 402, {
        in: span.id,
        at: [at + 5, at + 45],
      }),
    ]
  })
  expect(found(...calls).map(({ operation }) => operation)).toEqual(['model-a'])
})

test('compares no clocks of two services', () => {
  expect(
    found(
      spent('first', { service: 'other' }),
      ...row(8, (id, index) => spent(id, { service: `s${index}` })),
    ),
  ).toEqual([])
})

test('reads the quota of a model in the words of OpenInference', () => {
  const call = (id: string): TestSpan => ({
    id,
    in: 'run',
    failed: true,
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'model-b',
    thrown: { type: 'PermissionDeniedError', message: '403 Your account is suspended' },
  })
  expect(found(...row(6, call))).toMatchObject([{ operation: 'model-b' }])
})

test.each([
  [
    'a class that stands for a status which nobody said',
    'openai.RateLimitError',
    'monthly quota exceeded',
    'openai.RateLimitError',
  ],
  ['a status that the message says', 'RateLimitError', 'Error code: 429 - insufficient_quota', '429'],
  ['another class', 'QuotaExceededError', 'your monthly quota is used up', 'QuotaExceededError'],
  ['a class that says nothing', 'Error', 'your monthly quota is used up', 'business'],
])('names the refusal by what the span says: %s', (_name, type, message, reason) => {
  const refusal = model('m0', { failed: true, thrown: { type, message } })
  const later = [1, 2, 3, 4, 5].map((each) => model(`m${each}`))
  const calls = [refusal, ...later.map((span) => ({ ...refusal, id: span.id }))]
  expect(found(...calls)[0]?.summary).toBe(
    `5 more calls to model-a were started after it had refused (${reason})`,
  )
})
