import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const abort = () => AbortSignal.abort().reason
const cancelled = { status: 'cancelled', reason: 'aborted', retryable: false }

describe('aborted calls', () => {
  it('REQ-1: a look-up that its caller stopped is cancelled, not failed, and not to be repeated', () => {
    const outcome = classifyError(abort(), { effect: 'read' })
    expect(outcome).toMatchObject(cancelled)
    expect(outcome).not.toHaveProperty('category')
  })

  it('REQ-1: an action that was stopped under way is indeterminate', () => {
    expect(classifyError(abort(), { effect: 'write' })).toMatchObject({
      status: 'indeterminate',
      retryable: false,
    })
  })

  it('a timer further in, or a caller that stopped nothing, makes a timeout of it', () => {
    const byTimer = Object.assign(
      new Error('aborted', { cause: new DOMException('timeout', 'TimeoutError') }),
      {
        name: 'AbortError',
      },
    )
    const timedOut = { status: 'failed', reason: 'timeout', category: 'transient', retryable: true }
    expect(classifyError(byTimer, { effect: 'read' })).toMatchObject(timedOut)
    expect(classifyError(abort(), { effect: 'read', cancelledByCaller: false })).toMatchObject(timedOut)
  })

  it.each([
    ['axios', Object.assign(new Error('canceled'), { name: 'CanceledError', code: 'ERR_CANCELED' })],
    ['node', Object.assign(new Error('aborted'), { code: 'ABORT_ERR' })],
    ['undici', Object.assign(new Error('aborted'), { code: 'UND_ERR_ABORTED' })],
    ['a provider', new (class APIUserAbortError extends Error {})('Request was aborted.')],
  ])('is told in the words of %s', (_name, error) => {
    expect(classifyError(error, { effect: 'read' })).toMatchObject(cancelled)
  })

  it('whatever a caller aborts with is its cancel, when it says that it stopped the call', () => {
    expect(classifyError('user left', { effect: 'read', cancelledByCaller: true })).toMatchObject(cancelled)
    expect(classifyError(new Error('user left'), { effect: 'read' }).status).toBe('failed')
  })
})
