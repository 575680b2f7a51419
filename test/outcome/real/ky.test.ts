import ky from 'ky'
import { describeHttpClient } from './http-client.ts'

describeHttpClient('ky', (url, timeoutMs) =>
  ky.post(url, { json: { a: 1 }, retry: 0, timeout: timeoutMs }).json(),
)
