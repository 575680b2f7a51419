import { afterAll, beforeAll, describe } from 'vitest'
import { registerOtel, unregisterOtel } from '../support/otel.ts'
import { type Call, expectCalls } from './attributes.ts'
import { connectReal, npmServer, type RealSession } from './real-session.ts'

let session: RealSession

beforeAll(async () => {
  session = await connectReal(registerOtel(), npmServer('server-everything', ['stdio']))
})
afterAll(async () => {
  await session.close()
  unregisterOtel()
})

const found = { 'toolspan.result.status': 'found', 'toolspan.tool.effect': 'read' } as const

const calls = (): readonly Call[] => [
  ['words', 'echo', { message: 'hi' }, { ...found, 'toolspan.result.reason': 'content' }],
  ['words about nothing', 'echo', { message: 'the report says that no errors were found today' }, found],
  ['nothing to say', 'echo', { message: '' }, { 'toolspan.result.status': 'found_none' }],
  ['a sum', 'get-sum', { a: 1, b: -1 }, found],
  [
    'structured content',
    'get-structured-content',
    { location: 'Chicago' },
    { ...found, 'toolspan.result.reason': 'value' },
  ],
  ['a picture', 'get-tiny-image', {}, found],
  ['links to resources', 'get-resource-links', { count: 2 }, found],
  ['a resource inside', 'get-resource-reference', { resourceType: 'Text', resourceId: 1 }, found],
  ['the environment', 'get-env', {}, found],
  ['a long operation', 'trigger-long-running-operation', { duration: 0.2, steps: 2 }, found],
  [
    'a message that is an error, without the flag',
    'get-annotated-message',
    { messageType: 'error' },
    { 'toolspan.result.status': 'failed', 'toolspan.result.reason': 'error_text' },
  ],
  ['a message of success', 'get-annotated-message', { messageType: 'success' }, found],
  [
    'a message that is missing',
    'echo',
    {},
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': 'validation',
      'toolspan.error.retryable': false,
    },
  ],
  [
    'a tool that is not there',
    'no-such-tool',
    {},
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.retryable': false,
      'toolspan.tool.effect': 'unknown',
    },
  ],
]

describe('the server of everything from npm', () => {
  expectCalls(() => session, calls, 14)
})
