import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

describe('errors of the language', () => {
  it('a bug meets the next call as well', () => {
    const order: { lines?: { length: number } } = {}
    const error = thrownBy(() => Reflect.get(Object(order.lines), 'x').length)
    expect(classifyError(error, { effect: 'read' })).toMatchObject({
      status: 'failed',
      category: 'other',
      retryable: false,
      source: 'mapped',
    })
  })

  it('a range that names its value is about the input, one of the engine is a bug', () => {
    expect(classifyError(new RangeError('limit must be between 1 and 100')).category).toBe('validation')
    expect(classifyError(thrownBy(() => new Array(-1))).category).toBe('other')
  })

  it('fetch wraps network trouble in a TypeError, also when the cause is missing', () => {
    expect(classifyError(new TypeError('fetch failed'), { effect: 'read' })).toMatchObject({
      category: 'transient',
      source: 'inferred',
    })
  })
})
