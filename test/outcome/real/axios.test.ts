import axios from 'axios'
import { expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import { describeHttpClient } from './http-client.ts'
import { startLoopback } from './loopback.ts'
import { thrownBy } from './meaning.ts'

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
