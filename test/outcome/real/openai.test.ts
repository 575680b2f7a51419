import OpenAI from 'openai'
import { describeHttpClient } from './http-client.ts'
import { answer, refusedFor, turnedAway } from './http-rows.ts'

describeHttpClient(
  'openai',
  (url, timeoutMs) =>
    new OpenAI({ apiKey: 'k', baseURL: url, maxRetries: 0, timeout: timeoutMs }).chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: 'x' }],
    }),
  {},
  [
    {
      name: '429 for a quota that will not come back',
      how: answer(429, {
        error: {
          message: 'You exceeded your current quota, please check your plan and billing details.',
          type: 'insufficient_quota',
          code: 'insufficient_quota',
        },
      }),
      means: { ...refusedFor('business'), code: 'insufficient_quota' },
    },
    {
      name: '429 for a rate',
      how: answer(429, {
        error: { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' },
      }),
      means: { ...turnedAway, code: 'rate_limit_exceeded' },
    },
    {
      name: '400 for a prompt that is too long',
      how: answer(400, {
        error: {
          message: 'This model has a maximum context length of 8 tokens.',
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
        },
      }),
      means: { ...refusedFor('validation'), code: 'context_length_exceeded' },
    },
    {
      name: '409 that the server says to repeat',
      how: answer(409, undefined, { 'x-should-retry': 'true' }),
      means: turnedAway,
    },
  ],
)
