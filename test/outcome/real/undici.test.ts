import { Agent, errors, request } from 'undici'
import { expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import { describeHttpClient } from './http-client.ts'
import { lost } from './http-rows.ts'
import { startLoopback } from './loopback.ts'
import { expectMeaning, thrownBy } from './meaning.ts'

/** `request` throws for no status: the error for one is the package's own. */
async function post(url: string, timeoutMs: number): Promise<unknown> {
  const { statusCode, headers, body } = await request(url, {
    method: 'POST',
    body: '{}',
    headersTimeout: timeoutMs,
  })
  const text = await body.text()
  if (statusCode < 400) return text
  throw new errors.ResponseError(`the server says ${statusCode}`, statusCode, { headers, body: text })
}

describeHttpClient('undici', post)

it('REQ-18 an answer whose body stops half-way', async () => {
  const server = await startLoopback()
  server.behave({ kind: 'answer', status: 200, headers: { 'content-length': '9' }, body: '{}' })
  const dispatcher = new Agent({ bodyTimeout: 80 })
  const error = await thrownBy(async () => {
    const { body } = await request(server.url, { method: 'POST', dispatcher })
    return body.text()
  })
  expectMeaning(error, lost)
  await dispatcher.destroy()
  await server.close()
})

it('REQ-1 a call that its caller stops is cancelled', async () => {
  const server = await startLoopback()
  const stop = new AbortController()
  const call = thrownBy(() => request(server.url, { signal: stop.signal }))
  stop.abort()
  expect(classifyError(await call, { effect: 'read' })).toMatchObject({
    status: 'cancelled',
    reason: 'aborted',
  })
  await server.close()
})
