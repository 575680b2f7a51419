import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

describe('errors of which only the message tells', () => {
  it.each([
    ['Rate limit exceeded', 'transient', true],
    ['request timed out', 'transient', true],
    ['Access denied', 'permission', false],
    ['validation failed: /limit', 'validation', false],
    ['Request failed with status 503', 'transient', true],
  ])('"%s" is inferred', (message, category, retryable) => {
    expect(classifyError(new Error(message), { effect: 'read' })).toMatchObject({
      category,
      retryable,
      source: 'inferred',
      reason: 'thrown_error',
    })
  })

  it('a thrown text is read like a message', () => {
    expect(classifyError('connect ECONNREFUSED 127.0.0.1:1', { effect: 'write' })).toMatchObject({
      status: 'failed',
      category: 'transient',
    })
  })

  it('an error that nothing maps is "other" and inferred, and whether to repeat it is open', () => {
    const outcome = classifyError(new Error('boom'), { effect: 'read' })
    expect(outcome).toMatchObject({ status: 'failed', category: 'other', source: 'inferred', detail: 'boom' })
    expect(outcome).not.toHaveProperty('retryable')
  })
})
