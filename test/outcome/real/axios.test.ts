import axios from 'axios'
import { expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import { describeHttpClient } from './http-client.ts'
import { lost } from './http-rows.ts'
import { startLoopback } from './loopback.ts'
import { expectMeaning, thrownBy } from './meaning.ts'

describeHttpClient('axios', (url, timeoutMs) => axios.post(url, { a: 1 }, { timeout: timeoutMs }))

it('REQ-1 a call that its caller stops is cancelled', async () => {
  const server = await startLoopback()
  const stop = new AbortController()
  const call = thrownBy(() => axios.get(server.url, { signal: stop.signal }))
  stop.abort()
  expect(classifyError(await call, { effect: 'read' })).toMatchObject({
    status: 'cancelled',
    reason: 'aborted',
  })
  await server.close()
})

it('REQ-17 a timer of the caller in the place of the option is a timeout', async () => {
  const server = await startLoopback()
  const error = await thrownBy(() => axios.post(server.url, {}, { signal: AbortSignal.timeout(40) }))
  expectMeaning(error, lost)
  await server.close()
})
