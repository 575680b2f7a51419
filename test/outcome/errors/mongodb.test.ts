import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const mongo = (name: string, fields: object = {}) => Object.assign(new Error('x'), { name, ...fields })

describe('errors of the MongoDB driver', () => {
  it.each([
    [mongo('MongoServerSelectionError'), 'failed', 'transient', true],
    [mongo('MongoNetworkTimeoutError'), 'indeterminate', 'transient', false],
    [mongo('MongoServerError', { code: 11000 }), 'failed', 'validation', false],
    [mongo('MongoServerError', { code: 13 }), 'failed', 'permission', false],
    [
      mongo('MongoServerError', { code: 112, errorLabels: ['TransientTransactionError'] }),
      'failed',
      'transient',
      true,
    ],
    [
      mongo('MongoServerError', { code: 50, errorLabels: ['UnknownTransactionCommitResult'] }),
      'indeterminate',
      'transient',
      false,
    ],
  ])('%s', (error, status, category, retryable) => {
    const outcome = classifyError(error, { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.retryable]).toEqual([status, category, retryable])
  })

  it('a number without that name is not theirs', () => {
    expect(classifyError(mongo('Error', { code: 11000 })).category).toBe('other')
  })
})
