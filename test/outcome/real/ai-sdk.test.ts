import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'
import { expect, it } from 'vitest'
import { describeHttpClient } from './http-client.ts'
import { answer, refusedFor } from './http-rows.ts'
import { expectMeaning, thrownBy } from './meaning.ts'

describeHttpClient(
  'ai with @ai-sdk/openai',
  (url, timeoutMs) =>
    generateText({
      model: createOpenAI({ apiKey: 'k', baseURL: url }).chat('m'),
      prompt: 'x',
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
    }),
  {},
  [
    {
      name: '429 for a quota that will not come back',
      how: answer(429, {
        error: {
          message: 'You exceeded your current quota.',
          type: 'insufficient_quota',
          code: 'insufficient_quota',
        },
      }),
      means: refusedFor('business'),
    },
  ],
)

it('REQ-3 a key that is missing is an access that is missing', async () => {
  const { OPENAI_API_KEY } = process.env
  delete process.env.OPENAI_API_KEY
  try {
    const model = createOpenAI({ baseURL: 'http://127.0.0.1:9' }).chat('m')
    const error = await thrownBy(() => generateText({ model, prompt: 'x', maxRetries: 0 }))
    expect(error).toHaveProperty('name', 'AI_LoadAPIKeyError')
    expectMeaning(error, refusedFor('permission'))
  } finally {
    if (OPENAI_API_KEY !== undefined) process.env.OPENAI_API_KEY = OPENAI_API_KEY
  }
})
