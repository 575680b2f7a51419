import Anthropic from '@anthropic-ai/sdk'
import { describeHttpClient } from './http-client.ts'
import { answer, refusedFor, turnedAway } from './http-rows.ts'

const error = (type: string, message: string) => ({ type: 'error', error: { type, message } })

describeHttpClient(
  '@anthropic-ai/sdk',
  (url, timeoutMs) =>
    new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0, timeout: timeoutMs }).messages.create({
      model: 'm',
      max_tokens: 1,
      messages: [{ role: 'user', content: 'x' }],
    }),
  {},
  [
    { name: '529 overloaded', how: answer(529, error('overloaded_error', 'Overloaded')), means: turnedAway },
    {
      name: '400 for credits that are used up',
      how: answer(400, error('invalid_request_error', 'Your credit balance is too low to access the API.')),
      means: refusedFor('business'),
    },
    {
      name: '404 for a model that is not there',
      how: answer(404, error('not_found_error', 'model: m')),
      means: refusedFor(undefined),
    },
    {
      name: '500 that the server says not to repeat',
      how: answer(400, error('api_error', 'x'), { 'x-should-retry': 'false' }),
      means: refusedFor('validation'),
    },
  ],
)
