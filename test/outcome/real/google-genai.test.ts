import { GoogleGenAI } from '@google/genai'
import { describeHttpClient } from './http-client.ts'
import { answer, HTTP_ROWS, refusedFor, turnedAway } from './http-rows.ts'

/** Its errors carry no headers: what stands only there is lost. */
const withoutHeaders = Object.fromEntries(
  HTTP_ROWS.filter(({ means }) => means.retryAfterMs !== undefined).map(({ name, means }) => [
    name,
    means.code === '403'
      ? { ...refusedFor('permission'), retryAfterMs: undefined }
      : { retryAfterMs: undefined },
  ]),
)

describeHttpClient(
  '@google/genai',
  (url, timeoutMs) =>
    new GoogleGenAI({
      apiKey: 'k',
      httpOptions: { baseUrl: url, timeout: timeoutMs, retryOptions: { attempts: 1 } },
    }).models.generateContent({ model: 'm', contents: 'x' }),
  {
    ...withoutHeaders,
    // Its timer aborts without a reason, so the error is the one of a caller that stops the call.
    'no answer in time': {
      status: 'cancelled',
      category: undefined,
      retryable: false,
      unknown: { retryable: false },
    },
  },
  [
    {
      name: '429 with the wait in its body',
      how: answer(429, {
        error: {
          code: 429,
          message: 'Resource has been exhausted',
          status: 'RESOURCE_EXHAUSTED',
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
        },
      }),
      means: { ...turnedAway, retryAfterMs: 7000 },
    },
    {
      name: '400 for a key that is not valid',
      how: answer(400, {
        error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' },
      }),
      means: refusedFor('validation'),
    },
  ],
)
