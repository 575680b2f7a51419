import { describe, expect, test } from 'vitest'
import {
  CLIENT_LIBRARIES,
  clientOfScope,
  clientOfUserAgent,
  countingClientOf,
} from '../../../src/tail/facts/client-library.ts'
import { CLIENT_SETTINGS } from '../../../src/tail/rules/draft/client-settings.ts'

describe('a library is known by the scope of its spans', () => {
  test.each([
    ['ai', 'vercel_ai'],
    ['@traceloop/instrumentation-openai', 'openai'],
    ['opentelemetry.instrumentation.openai_v2', 'openai'],
    ['openinference.instrumentation.openai_agents', 'openai_agents'],
    ['@arizeai/openinference-instrumentation-langchain', 'langchain'],
    ['opentelemetry.instrumentation.anthropic', 'anthropic'],
    ['@opentelemetry/instrumentation-aws-sdk', 'aws_sdk'],
    ['opentelemetry.instrumentation.botocore', 'aws_sdk'],
    ['@opentelemetry/instrumentation-undici', 'undici'],
    ['opentelemetry.instrumentation.urllib3', 'urllib3'],
    ['opentelemetry.instrumentation.requests', 'urllib3'],
    ['opentelemetry.instrumentation.httpx', 'httpx'],
    ['@opentelemetry/instrumentation-grpc', 'grpc'],
    ['bullmq', 'bullmq'],
    ['opentelemetry.instrumentation.celery', 'celery'],
  ] as const)('%s', (scope, library) => {
    expect(clientOfScope(scope)).toBe(library)
    expect(clientOfScope(scope)).toBe(library)
  })

  test.each(['', '@opentelemetry/instrumentation-http', 'my-mail-agent', 'toolspan', 'maintenance'])(
    'and not by "%s"',
    (scope) => expect(clientOfScope(scope)).toBeUndefined(),
  )
})

test.each([
  ['OpenAI/JS 6.49.0', 'openai'],
  ['AsyncOpenAI/Python 2.1.0', 'openai'],
  ['Anthropic/JS 1.14.0', 'anthropic'],
  ['ai/6.0.326', 'vercel_ai'],
  ['got (https://github.com/sindresorhus/got)', 'got'],
  ['axios/1.21.1', 'axios'],
  ['aws-sdk-js/3.1164.0 ua/2.1 os/linux', 'aws_sdk'],
  ['Boto3/1.40 md/Botocore#1.40 botocore/1.40', 'aws_sdk'],
  ['octokit-core.js/7.0.8 Node.js/24', 'octokit'],
  ['python-requests/2.32', 'urllib3'],
  ['Mozilla/5.0', undefined],
])('a request that calls itself %s was sent by %s', (userAgent, library) => {
  expect(clientOfUserAgent(userAgent)).toBe(library)
})

test.each([
  ['api.openai.com', 'openai'],
  ['team-3.openai.azure.com', 'openai'],
  ['api.anthropic.com', 'anthropic'],
  ['notopenai.com', undefined],
  ['', undefined],
])('requests that count themselves at %s are of %s', (host, library) => {
  expect(countingClientOf(host)).toBe(library)
})

test('for each library it is known what people change (facts/retry-layers.md 5.2, REQ-22)', () => {
  expect(Object.keys(CLIENT_SETTINGS).sort()).toEqual([...CLIENT_LIBRARIES].sort())
  for (const { name, off } of Object.values(CLIENT_SETTINGS)) {
    expect(name).toMatch(/^\S.*\S$|^ky$/)
    expect(off).toMatch(/^(?:set|leave|take|use|switch) /)
  }
})
