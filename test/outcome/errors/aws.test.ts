import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const aws = (name: string, more: object = {}) =>
  Object.assign(new Error('x'), {
    name,
    $fault: 'client',
    $metadata: { httpStatusCode: 400, attempts: 1 },
    ...more,
  })

describe('errors of the AWS SDK', () => {
  it.each([
    [aws('ThrottlingException'), 'transient', true],
    [aws('Anything', { $retryable: { throttling: true } }), 'transient', true],
    [aws('AccessDeniedException'), 'permission', false],
    [aws('ConditionalCheckFailedException'), 'business', false],
    [aws('ValidationException'), 'validation', false],
    [aws('ResourceNotFoundException'), undefined, false],
  ])('REQ-3: the name decides before the status: %s', (error, category, retryable) => {
    const outcome = classifyError(error, { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.retryable]).toEqual(['failed', category, retryable])
  })

  it('a name that says nothing leaves it to the status', () => {
    const error = aws('SomethingElse', { $metadata: { httpStatusCode: 503 } })
    expect(classifyError(error, { effect: 'read' })).toMatchObject({
      reason: 'http_status',
      category: 'transient',
    })
  })

  it('the same name from elsewhere is not theirs', () => {
    expect(classifyError(Object.assign(new Error('x'), { name: 'AccessDeniedException' })).category).toBe(
      'other',
    )
  })
})
