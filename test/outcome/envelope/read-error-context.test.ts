import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import type { ToolEffect } from '../../../src/semconv/attributes/tool.ts'

const read = (context: object, effect: ToolEffect = 'read') =>
  classifyResult({ content: [], structuredContent: context, isError: true }, { effect })
const base = { errorCategory: 'transient', isRetryable: true, message: 'The index did not answer.' }

describe('declared error contexts', () => {
  it('REQ-6: both spellings say the same, also mixed', () => {
    const camel = {
      errorCode: 'ETIMEDOUT',
      attemptedQuery: { a: 1 },
      partialResults: [1],
      retryAfterMs: 5000,
    }
    const snake = {
      error_code: 'ETIMEDOUT',
      attempted_query: { a: 1 },
      partial_results: [1],
      retry_after_ms: 5000,
    }
    const expected = {
      status: 'failed',
      reason: 'declared',
      source: 'declared',
      category: 'transient',
      retryable: true,
      code: 'ETIMEDOUT',
      partialCount: 1,
      retryAfterMs: 5000,
      errorFields: ['error_code', 'attempted_query', 'partial_results', 'retry_after_ms'],
      detail: base.message,
    }
    expect(read({ ...base, ...camel })).toMatchObject(expected)
    expect(
      read({ error_category: 'transient', is_retryable: true, message: base.message, ...snake }),
    ).toMatchObject(expected)
    expect(
      read({ error_category: 'transient', isRetryable: true, message: base.message, ...camel }),
    ).toMatchObject(expected)
  })

  it('REQ-6: the flag may be called retryable', () => {
    expect(read({ errorCategory: 'transient', retryable: true, message: 'x' }).retryable).toBe(true)
  })

  it('REQ-7: a business error is never retryable, whatever the flag says', () => {
    expect(read({ ...base, errorCategory: 'business' }).retryable).toBe(false)
  })

  it('REQ-4: a transient error whose budget is spent stays transient and is not retryable', () => {
    expect(read({ ...base, budgetExhausted: true })).toMatchObject({
      category: 'transient',
      retryable: false,
    })
    expect(read({ ...base, budget_exhausted: true }).retryable).toBe(false)
  })

  it('REQ-3: a word that is not on the list is some other category', () => {
    expect(read({ ...base, errorCategory: 'network' }).category).toBe('other')
    expect(read({ ...base, errorCategory: 'TRANSIENT' }).category).toBe('transient')
  })

  it('an action whose code or words say that it may have run is indeterminate', () => {
    expect(read({ ...base, errorCode: 'ECONNRESET' }, 'write')).toMatchObject({
      status: 'indeterminate',
      retryable: false,
    })
    expect(read({ ...base, message: 'Timed out after 60 s.' }, 'write').status).toBe('indeterminate')
    expect(read({ ...base, errorCode: 'ECONNREFUSED' }, 'write')).toMatchObject({
      status: 'failed',
      retryable: true,
    })
  })

  it('a tool that says "failed" of its action knows better', () => {
    expect(read({ ...base, status: 'failed', errorCode: 'ETIMEDOUT' }, 'write')).toMatchObject({
      status: 'failed',
      retryable: true,
    })
  })

  it('a category that is not transient is no open end', () => {
    expect(
      read({ errorCategory: 'validation', message: 'timeout must be between 1 and 9' }, 'write'),
    ).toMatchObject({
      status: 'failed',
      category: 'validation',
      retryable: false,
    })
  })

  it('REQ-18: a tool that does not know says so', () => {
    const context = { status: 'indeterminate', message: 'The bank did not answer.' }
    expect(read(context, 'write')).toMatchObject({ status: 'indeterminate', retryable: false })
  })

  it('results by source are counted over all of them', () => {
    expect(read({ ...base, partialResults: { north: [1, 2], south: [3], east: null } }).partialCount).toBe(3)
  })

  it('wrong types are left out one by one', () => {
    const outcome = read({ ...base, retryAfterMs: 'soon', errorCode: { a: 1 }, partialResults: 'none' })
    expect(outcome).toMatchObject({ category: 'transient', retryable: true })
    for (const key of ['retryAfterMs', 'code', 'partialCount']) expect(outcome).not.toHaveProperty(key)
  })

  it('a code that is a sentence stays inside', () => {
    expect(read({ ...base, errorCode: 'token abc of user 7 is wrong' })).not.toHaveProperty('code')
    expect(read({ ...base, errorCode: 'X'.repeat(65) })).not.toHaveProperty('code')
  })
})
