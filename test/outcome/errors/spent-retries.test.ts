import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

describe('retries that are spent', () => {
  it('REQ-4: the cause stays what it is, and is not to be repeated', () => {
    const last = Object.assign(new Error('down'), { statusCode: 503 })
    const error = Object.assign(new Error('Failed after 3 attempts.'), {
      name: 'AI_RetryError',
      reason: 'maxRetriesExceeded',
      lastError: last,
    })
    expect(classifyError(error, { effect: 'read' })).toMatchObject({
      category: 'transient',
      retryable: false,
    })
    expect(classifyError(last, { effect: 'read' }).retryable).toBe(true)
  })
})
