import { describe, expect, it } from 'vitest'
import { classifyValue } from '../../../src/outcome/classify-value.ts'

describe('errors that were returned', () => {
  it('count as failed, with the cause that the same error thrown would have', () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    expect(classifyValue(reset, { effect: 'read' })).toMatchObject({
      status: 'failed',
      reason: 'error_object',
      category: 'transient',
      code: 'ECONNRESET',
      detail: 'read ECONNRESET',
    })
    expect(classifyValue(new Error('boom'), { effect: 'read' })).not.toHaveProperty('category')
  })
})
