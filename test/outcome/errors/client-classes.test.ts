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
})
