import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import { describeHttpClient } from './http-client.ts'
import { refusedFor } from './http-rows.ts'
import { startLoopback, startTcp } from './loopback.ts'
import { expectMeaning, thrownBy } from './meaning.ts'

/** A call as programs write it without a client: the error for a status is their own and keeps the response. */
function post(url: string, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const { statusCode = 0 } = response
      if (statusCode < 400) resolve(text(response))
      else reject(Object.assign(new Error(`${statusCode} of ${url}`), { response }))
    })
    call.on('error', reject)
    call.end('{}')
  })
}

describeHttpClient('node:http', post)

it('REQ-1 a call that its caller stops is cancelled', async () => {
  const server = await startLoopback()
  const stop = new AbortController()
  const call = thrownBy(
    () =>
      new Promise((_resolve, reject) =>
        request(server.url, { signal: stop.signal }).on('error', reject).end(),
      ),
  )
  stop.abort()
  expect(classifyError(await call, { effect: 'read' }).status).toBe('cancelled')
  await server.close()
})

it('REQ-18 a handshake with a server that speaks no TLS: nothing was sent, and waiting does not help', async () => {
  const server = await startTcp((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const error = await thrownBy(
    () =>
      new Promise((_resolve, reject) =>
        secureRequest({ host: '127.0.0.1', port: server.port }).on('error', reject).end(),
      ),
  )
  expectMeaning(error, refusedFor('other'))
  await server.close()
})

it('REQ-3 a name that nobody knows: a wrong name or a resolver in trouble', async () => {
  const error = await thrownBy(() => post('http://no-such-host.invalid/', 30_000))
  const { status, source, retryable } = classifyError(error, { effect: 'write' })
  expect([status, source]).toEqual(['failed', 'mapped'])
  expect(retryable).not.toBe(false)
})
