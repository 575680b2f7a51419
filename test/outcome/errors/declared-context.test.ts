import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const context = {
  errorCategory: 'transient',
  isRetryable: false,
  message: 'Three tries.',
  budgetExhausted: true,
}
const declared = {
  status: 'failed',
  reason: 'declared',
  source: 'declared',
  category: 'transient',
  retryable: false,
}

describe('errors that declare their context', () => {
  it.each([
    ['under context', Object.assign(new Error('x'), { context })],
    ['under data', Object.assign(new Error('x'), { code: -32603, data: context })],
    [
      'as fields of their own',
      Object.assign(new Error('x'), { errorCategory: 'transient', is_retryable: false }),
    ],
    ['further in', new Error('outer', { cause: Object.assign(new Error('x'), { context }) })],
  ])('REQ-5: %s, beating what a code would say', (_name, error) => {
    expect(classifyError(error, { effect: 'read' })).toMatchObject(declared)
  })

  it.each([
    ['no object', 'transient'],
    ['no category', { isRetryable: true, message: 'x' }],
    ['the context of something else', { user: 'a', tags: {} }],
  ])('%s under context is none', (_name, other) => {
    expect(classifyError(Object.assign(new Error('boom'), { context: other })).source).toBe('inferred')
  })
})
