import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

class APIConnectionError extends Error {}

describe('connections that broke, known by a class alone', () => {
  it('leave an action open', () => {
    expect(classifyError(new APIConnectionError('Connection error.'), { effect: 'write' })).toMatchObject({
      status: 'indeterminate',
      source: 'mapped',
    })
  })

  it('a cause further in says more', () => {
    const cause = Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
    expect(
      classifyError(new APIConnectionError('Connection error.', { cause }), { effect: 'write' }).status,
    ).toBe('failed')
  })

  it('others say what they are by name', () => {
    const named = (name: string) => Object.assign(new Error('x'), { name })
    expect(classifyError(named('ClientClosedError'), { effect: 'write' })).toMatchObject({
      status: 'failed',
      retryable: true,
    })
    expect(classifyError(named('AI_LoadAPIKeyError')).category).toBe('permission')
    expect(classifyError(named('SomethingError')).category).toBe('other')
  })
})
