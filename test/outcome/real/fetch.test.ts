import { expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import { describeHttpClient } from './http-client.ts'
import { startLoopback } from './loopback.ts'
import { thrownBy } from './meaning.ts'

/** `fetch` throws for no status: what a program throws then is its own. This one keeps the response. */
async function post(url: string, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(timeoutMs) })
  if (response.ok) return response.json()
  throw Object.assign(new Error(`${response.status} of ${url}`), { response })
}

describeHttpClient('fetch of Node', post)

it('REQ-1 REQ-18 a fetch that its caller stops is cancelled; of a write nobody knows the end', async () => {
  const server = await startLoopback()
  const stop = new AbortController()
  const call = thrownBy(() => fetch(server.url, { signal: stop.signal }))
  stop.abort()
  const error = await call
  expect(classifyError(error, { effect: 'read', cancelledByCaller: true }).status).toBe('cancelled')
  expect(classifyError(error, { effect: 'write', cancelledByCaller: true }).status).toBe('indeterminate')
  await server.close()
})
