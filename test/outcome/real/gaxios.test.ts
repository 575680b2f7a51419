import { request } from 'gaxios'
import { describeHttpClient } from './http-client.ts'
import { answer, refusedFor, turnedAway } from './http-rows.ts'

// The HTTP client of Google's API libraries.
describeHttpClient(
  'gaxios',
  (url, timeoutMs) => request({ url, method: 'POST', data: { a: 1 }, timeout: timeoutMs, retry: false }),
  {},
  [
    {
      name: '403 that is a rate limit, by its words',
      how: answer(403, { error: { code: 403, message: 'Rate Limit Exceeded', status: 'PERMISSION_DENIED' } }),
      means: turnedAway,
    },
    {
      name: '403 for an access that is missing',
      how: answer(403, {
        error: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' },
      }),
      means: refusedFor('permission'),
    },
  ],
)
