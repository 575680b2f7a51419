import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const withStatus = (status: number, more: object = {}) =>
  Object.assign(new Error(`status ${status}`), { status, ...more })

describe('HTTP statuses', () => {
  it.each([
    [400, 'validation', false],
    [401, 'permission', false],
    [402, 'business', false],
    [403, 'permission', false],
    [404, undefined, false],
    [408, 'transient', true],
    [409, 'business', false],
    [410, undefined, false],
    [413, 'validation', false],
    [418, undefined, false],
    [422, 'validation', false],
    [429, 'transient', true],
    [500, 'transient', true],
    [501, 'other', false],
    [502, 'transient', true],
    [503, 'transient', true],
    [504, 'transient', true],
    [529, 'transient', true],
    [599, 'transient', true],
  ])('%i for a look-up', (status, category, retryable) => {
    const outcome = classifyError(withStatus(status), { effect: 'read' })
    expect([outcome.status, outcome.reason, outcome.category, outcome.retryable, outcome.code]).toEqual([
      'failed',
      'http_status',
      category,
      retryable,
      String(status),
    ])
  })

  it('every status from 400 to 599 means something, and no other number does', () => {
    for (let status = 400; status <= 599; status++) {
      expect(classifyError(withStatus(status), { effect: 'read' }).reason).toBe('http_status')
    }
    for (const status of [0, 200, 302, 399, 600, 404.5, Number.NaN]) {
      expect(classifyError(withStatus(status), { effect: 'read' }).reason).toBe('thrown_error')
    }
  })

  it('an action that may have run is indeterminate, one that was turned away has failed', () => {
    for (const status of [408, 500, 502, 504, 524]) {
      expect(classifyError(withStatus(status), { effect: 'write' }).status).toBe('indeterminate')
    }
    for (const status of [400, 403, 409, 429, 503, 529]) {
      expect(classifyError(withStatus(status), { effect: 'write' }).status).toBe('failed')
    }
    expect(classifyError(withStatus(429), { effect: 'write' }).retryable).toBe(true)
  })

  it.each([
    ['statusCode', { statusCode: 503 }],
    ['response.status', { response: { status: 503, headers: {} } }],
    ['response.statusCode', { response: { statusCode: 503 } }],
    ['$metadata', { $metadata: { httpStatusCode: 503 } }],
    ['data.status', { data: { status: 503 } }],
    ['a number in code', { code: 503 }],
    ['a text', { status: '503' }],
  ])('is found in %s', (_name, fields) => {
    expect(classifyError(Object.assign(new Error('x'), fields), { effect: 'read' })).toMatchObject({
      reason: 'http_status',
      category: 'transient',
    })
  })

  it('the error’s own code wins over the number', () => {
    expect(classifyError(withStatus(429, { code: 'rate_limit_exceeded' })).code).toBe('rate_limit_exceeded')
    expect(classifyError(withStatus(429, { code: 'a sentence is no code' })).code).toBeUndefined()
  })

  it('a 403 with a spent limit or a wait is a rate limit', () => {
    expect(
      classifyError(withStatus(403, { headers: { 'x-ratelimit-remaining': '0' } }), { effect: 'read' }),
    ).toMatchObject({ category: 'transient', retryable: true })
  })

  it('REQ-23: a server that says "again" of a refusal had no time for it', () => {
    const conflict = withStatus(409, { headers: { 'x-should-retry': 'true' } })
    expect(classifyError(conflict, { effect: 'write' })).toMatchObject({
      category: 'transient',
      retryable: true,
    })
    const broken = withStatus(500, { headers: { 'x-should-retry': 'true' } })
    expect(classifyError(broken, { effect: 'write' }).status).toBe('indeterminate')
  })

  it('REQ-23: a server that says not to repeat is obeyed', () => {
    const error = withStatus(500, { headers: { 'x-should-retry': 'false' } })
    expect(classifyError(error, { effect: 'read' })).toMatchObject({
      category: 'transient',
      retryable: false,
    })
  })
})
