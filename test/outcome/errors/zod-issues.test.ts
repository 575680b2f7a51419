import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { classifyError } from '../../../src/outcome/classify-error.ts'

describe('input that does not fit its schema', () => {
  it('a real zod error is about the input, before anything was done', () => {
    const { error } = z.object({ limit: z.number() }).safeParse({ limit: 'x' })
    expect(classifyError(error, { effect: 'write' })).toMatchObject({
      status: 'failed',
      reason: 'validation_error',
      category: 'validation',
      retryable: false,
    })
  })

  it('a list of issues under another name is read, one without that name is not', () => {
    const issues = [{ message: 'x', path: ['a'] }]
    const named = Object.assign(new Error('x'), { name: 'SchemaError', issues })
    expect(classifyError(named, { effect: 'read' }).category).toBe('validation')
    const tracker = Object.assign(new Error('x'), { name: 'TrackerError', issues })
    expect(classifyError(tracker, { effect: 'read' }).category).toBe('other')
  })
})
