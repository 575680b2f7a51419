import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(`x ${code}`), { code, ...more })

/** The error of a real call to a server that drops the connection, or to a port where none listens. */
async function realError(kind: 'refused' | 'reset'): Promise<unknown> {
  const server = createServer((request) => request.socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  if (kind === 'refused') {
    server.close()
    await once(server, 'close')
  }
  const error = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  server.close()
  return error
}

describe('network errors', () => {
  it('a real refusal was never sent: transient, and even an action may be made again', async () => {
    const error = await realError('refused')
    expect(classifyError(error, { effect: 'write' })).toMatchObject({
      status: 'failed',
      reason: 'network_error',
      category: 'transient',
      retryable: true,
      code: 'ECONNREFUSED',
    })
  })

  it('a real reset leaves the outcome of an action open', async () => {
    const error = await realError('reset')
    expect(classifyError(error, { effect: 'write' })).toMatchObject({
      status: 'indeterminate',
      category: 'transient',
      retryable: false,
    })
    expect(classifyError(error, { effect: 'read' })).toMatchObject({ status: 'failed', retryable: true })
  })

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
    '%s was never sent',
    (code) => {
      expect(classifyError(coded(code), { effect: 'write' })).toMatchObject({
        status: 'failed',
        retryable: true,
        code,
      })
    },
  )

  it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT', 'ECONNABORTED'])(
    '%s may have been carried out',
    (code) => {
      expect(classifyError(coded(code), { effect: 'write' })).toMatchObject({ status: 'indeterminate', code })
    },
  )

  it('the step at which it came up decides: on connecting nothing was sent', () => {
    expect(classifyError(coded('ETIMEDOUT', { syscall: 'connect' }), { effect: 'write' }).status).toBe(
      'failed',
    )
    expect(classifyError(coded('ETIMEDOUT', { syscall: 'read' }), { effect: 'write' }).status).toBe(
      'indeterminate',
    )
  })

  it('a handshake that broke was before the first byte', () => {
    const error = Object.assign(
      new Error('Client network socket disconnected before secure TLS connection was established'),
      { code: 'ECONNRESET' },
    )
    expect(classifyError(error, { effect: 'write' })).toMatchObject({ status: 'failed', retryable: true })
    expect(classifyError(coded('ERR_SSL_WRONG_VERSION_NUMBER'), { effect: 'write' }).category).toBe('other')
  })

  it('ENOTFOUND has two meanings, so only the failure is claimed', () => {
    const outcome = classifyError(coded('ENOTFOUND', { syscall: 'getaddrinfo' }), { effect: 'read' })
    expect(outcome.status).toBe('failed')
    expect(outcome).not.toHaveProperty('category')
    expect(outcome).not.toHaveProperty('retryable')
  })

  it('waiting does not renew a certificate', () => {
    expect(classifyError(coded('CERT_HAS_EXPIRED'), { effect: 'read' })).toMatchObject({
      category: 'other',
      retryable: false,
      source: 'mapped',
    })
  })

  it('of a tool whose effect is not known, safety of a repeat is not known unless nothing was sent', () => {
    expect(classifyError(coded('ECONNRESET'))).toMatchObject({ status: 'failed', category: 'transient' })
    expect(classifyError(coded('ECONNRESET'))).not.toHaveProperty('retryable')
    expect(classifyError(coded('ECONNREFUSED')).retryable).toBe(true)
  })
})
