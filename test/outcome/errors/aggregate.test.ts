import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('several errors in one', () => {
  it('what they agree on is claimed', () => {
    const error = new AggregateError([coded('ECONNREFUSED'), coded('EHOSTUNREACH')])
    expect(classifyError(error, { effect: 'write' })).toMatchObject({
      status: 'failed',
      category: 'transient',
      retryable: true,
    })
  })

  it('one that may have been carried out leaves the whole action open', () => {
    const error = new AggregateError([coded('ECONNREFUSED'), coded('ECONNRESET')])
    expect(classifyError(error, { effect: 'write' }).status).toBe('indeterminate')
  })

  it('what they do not agree on is not', () => {
    const error = new AggregateError([coded('ECONNREFUSED'), Object.assign(new Error('x'), { status: 403 })])
    expect(classifyError(error, { effect: 'read' })).not.toHaveProperty('category')
  })

  it('one that is not known leaves all of it unknown', () => {
    expect(classifyError(new AggregateError([coded('ECONNREFUSED'), new Error('boom')]))).toMatchObject({
      category: 'other',
      source: 'inferred',
    })
  })
})
