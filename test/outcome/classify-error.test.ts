import { describe, expect, it } from 'vitest'
import { classifyError } from '../../src/outcome/classify-error.ts'
import { swallowedErrors } from '../../src/self/swallow.ts'

describe('classifyError', () => {
  it.each([undefined, null, 5, 'boom', true, Symbol('x'), [], {}, () => 1])(
    'takes anything that was thrown: %s',
    (thrown) => {
      expect(classifyError(thrown, { effect: 'read' })).toMatchObject({
        status: 'failed',
        reason: 'thrown_error',
        category: 'other',
        source: 'inferred',
        coverage: { status: 'unknown' },
        freshness: { status: 'unknown' },
      })
    },
  )

  it('never throws: an error that cannot be read has failed, and the exception is counted', () => {
    const before = swallowedErrors().classify ?? 0
    const hostile = Object.defineProperty(new Error('x'), 'code', {
      get: () => {
        throw new Error('no')
      },
    })
    const proxy = new Proxy(new Error('x'), {
      get: () => {
        throw new Error('no')
      },
    })
    for (const error of [hostile, proxy]) {
      expect(classifyError(error, { effect: 'read' })).toMatchObject({ status: 'failed', reason: '_OTHER' })
    }
    expect(swallowedErrors().classify).toBe(before + 2)
  })

  it('follows causes, not for ever', () => {
    const deep = (depth: number): Error =>
      depth === 0
        ? Object.assign(new Error('x'), { code: 'ECONNRESET' })
        : new Error('step failed', { cause: deep(depth - 1) })
    expect(classifyError(deep(4), { effect: 'read' }).code).toBe('ECONNRESET')
    expect(classifyError(deep(5), { effect: 'read' }).category).toBe('other')
    const circle = new Error('a')
    circle.cause = new Error('b', { cause: circle })
    expect(classifyError(circle).status).toBe('failed')
  })

  it('keeps the message as the detail, and does not change the error', () => {
    const error = Object.freeze(Object.assign(new Error('boom'), { code: 'ECONNRESET' }))
    expect(classifyError(error, { effect: 'read' }).detail).toBe('boom')
  })
})
