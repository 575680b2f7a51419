import * as v from 'valibot'
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

  it('a real valibot error is as well', () => {
    let thrown: unknown
    try {
      v.parse(v.object({ limit: v.number() }), { limit: 'x' })
    } catch (error) {
      thrown = error
    }
    expect(classifyError(thrown, { effect: 'write' })).toMatchObject({
      category: 'validation',
      source: 'mapped',
    })
  })

  it.each(['ValidationError', 'SchemaError', '$ZodError'])('%s of another checker is as well', (name) => {
    expect(classifyError(Object.assign(new Error('x'), { name }), { effect: 'read' }).category).toBe(
      'validation',
    )
  })

  it('a list of issues under a name of something else is none', () => {
    const tracker = Object.assign(new Error('x'), { name: 'TrackerError', issues: [{ message: 'x' }] })
    expect(classifyError(tracker, { effect: 'read' }).category).toBe('other')
  })
})
