import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const named = (name: string) => Object.assign(new Error('x'), { name })

describe('timers', () => {
  it('the one of AbortSignal.timeout is transient for a look-up and leaves an action open', async () => {
    const signal = AbortSignal.timeout(1)
    await once(signal, 'abort')
    expect(classifyError(signal.reason, { effect: 'read' })).toMatchObject({
      status: 'failed',
      reason: 'timeout',
      category: 'transient',
      retryable: true,
      source: 'mapped',
    })
    expect(classifyError(signal.reason, { effect: 'write' })).toMatchObject({
      status: 'indeterminate',
      retryable: false,
    })
  })

  it('one that is known by the name of a class alone', () => {
    const error = new (class APIConnectionTimeoutError extends Error {})('Request timed out.')
    expect(classifyError(error, { effect: 'write' }).status).toBe('indeterminate')
  })

  it('one on connecting, so that nothing was sent, allows even an action again', () => {
    for (const name of ['ConnectTimeoutError', 'ConnectionTimeoutError', 'PoolTimeoutError']) {
      expect(classifyError(named(name), { effect: 'write' })).toMatchObject({
        status: 'failed',
        retryable: true,
      })
    }
  })

  it('a caller that stopped the call beats the timer', () => {
    expect(classifyError(named('TimeoutError'), { effect: 'read', cancelledByCaller: true }).status).toBe(
      'cancelled',
    )
  })
})
