import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const grpc = (code: number, details = 'x') =>
  Object.assign(new Error(`${code} X: ${details}`), { code, details })

describe('gRPC statuses', () => {
  it.each([
    [grpc(1), 'indeterminate', undefined, false],
    [grpc(3), 'failed', 'validation', false],
    [grpc(4), 'indeterminate', 'transient', false],
    [grpc(5), 'failed', undefined, false],
    [grpc(7), 'failed', 'permission', false],
    [grpc(8), 'failed', undefined, undefined],
    [grpc(9), 'failed', 'business', false],
    [grpc(10), 'failed', 'transient', true],
    [grpc(14), 'indeterminate', 'transient', false],
    [grpc(14, 'No connection established'), 'failed', 'transient', true],
    [grpc(16), 'failed', 'permission', false],
  ])('%s of an action', (error, status, category, retryable) => {
    const outcome = classifyError(error, { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.retryable]).toEqual([status, category, retryable])
  })

  it('a small number without details is no gRPC status', () => {
    expect(classifyError(Object.assign(new Error('x'), { code: 14 })).category).toBe('other')
  })
})
