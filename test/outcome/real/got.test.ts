import got from 'got'
import { describeHttpClient } from './http-client.ts'

describeHttpClient('got', (url, timeoutMs) =>
  got.post(url, { json: { a: 1 }, retry: { limit: 0 }, timeout: { request: timeoutMs } }).json(),
)
