import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const error = (status: number, message: string, more: object = {}) =>
  Object.assign(new Error(message), { status, ...more })

describe('allowances', () => {
  it.each([
    [error(429, 'You exceeded your current quota', { code: 'insufficient_quota' })],
    [error(400, 'Your credit balance is too low to access the API.')],
    [error(403, 'Your monthly limit has been reached')],
  ])('REQ-7: %s will not come back by waiting', (thrown) => {
    expect(classifyError(thrown, { effect: 'read' })).toMatchObject({
      category: 'business',
      retryable: false,
    })
  })

  it.each([
    [error(429, 'Rate limit reached', { code: 'rate_limit_exceeded' })],
    [error(429, "Quota exceeded for 'Read requests per minute per user'")],
    [error(429, 'Quota exceeded', { headers: { 'retry-after': '5' } })],
    [error(403, 'You have exceeded a secondary rate limit')],
  ])('%s will', (thrown) => {
    expect(classifyError(thrown, { effect: 'read' })).toMatchObject({
      category: 'transient',
      retryable: true,
    })
  })

  it('other statuses keep their meaning, whatever the words', () => {
    expect(classifyError(error(404, 'no quota record'), { effect: 'read' })).not.toHaveProperty('category')
    expect(classifyError(error(403, 'you may not'), { effect: 'read' }).category).toBe('permission')
  })
})
