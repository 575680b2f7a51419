import { describe, expect, it } from 'vitest'
import { errorContextSchema } from '../../../src/outcome/envelope/error-context.ts'

describe('the schema of the error context', () => {
  it('REQ-5: requires what is always known and nothing else', () => {
    expect(
      errorContextSchema.safeParse({ errorCategory: 'other', isRetryable: false, message: 'x' }).success,
    ).toBe(true)
    for (const missing of ['errorCategory', 'isRetryable', 'message']) {
      const context = { errorCategory: 'other', isRetryable: false, message: 'x', [missing]: undefined }
      expect(errorContextSchema.safeParse(context).success).toBe(false)
    }
  })

  it('keeps keys of the tool’s own', () => {
    const context = { errorCategory: 'transient', isRetryable: true, message: 'x', carrierLimit: 3 }
    expect(errorContextSchema.parse(context)).toEqual(context)
  })

  it.each([
    ['a query as text', { attemptedQuery: 'status:opne' }],
    ['a query as an object', { attemptedQuery: { status: 'opne' } }],
    ['results as a list', { partialResults: [1] }],
    ['results by source', { partialResults: { north: [1] } }],
    ['a check in words', { statusCheck: 'look at payment p-1' }],
    ['a check as a call', { statusCheck: { tool: 'get_payment', arguments: { id: 'p-1' } } }],
  ])('REQ-6: takes %s', (_name, fields) => {
    const context = { errorCategory: 'transient', isRetryable: true, message: 'x', ...fields }
    expect(errorContextSchema.safeParse(context).success).toBe(true)
  })

  it.each([
    ['a category that is not on the list', { errorCategory: 'network' }],
    ['a negative wait', { retryAfterMs: -1 }],
    ['half an attempt', { attemptCount: 1.5 }],
  ])('refuses %s', (_name, fields) => {
    const context = { errorCategory: 'transient', isRetryable: true, message: 'x', ...fields }
    expect(errorContextSchema.safeParse(context).success).toBe(false)
  })
})
