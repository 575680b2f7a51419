import * as api from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const said: unknown[][] = []
const ignore = () => {}

beforeAll(() => {
  const warn = (...words: unknown[]) => said.push(words)
  api.diag.setLogger(
    { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore },
    api.DiagLogLevel.WARN,
  )
})
afterAll(() => api.diag.disable())
beforeEach(() => {
  said.length = 0
  // Each site speaks once in the life of a process.
  vi.resetModules()
})

async function saidOf(error: unknown): Promise<string> {
  const { swallow } = await import('../../src/self/swallow.ts')
  swallow('hook', error)
  swallow('hook', error)
  expect(said).toHaveLength(1)
  return said.flat().map(String).join('\n')
}

test('the class of an error and where it was thrown are said once, its message and its causes are not', async () => {
  class RedactorError extends Error {}
  const error = new RedactorError('cannot redact\n    at s3cret', { cause: new Error('s3cret') })
  const text = await saidOf(Object.assign(error, { value: 's3cret' }))
  expect(text).toContain('an error in "hook" was swallowed')
  expect(text).toContain('RedactorError')
  expect(text).toContain('swallow.test.ts')
  expect(text).not.toContain('s3cret')
})

test('an error of Toolspan says what was expected, not what came', async () => {
  const { invalidOption } = await import('../../src/self/toolspan-error.ts')
  const text = await saidOf(
    invalidOption('count as told by describe', 'a whole number', 's3cret, got s3cret'),
  )
  expect(text).toContain('Expected count as told by describe to be a whole number')
  expect(text).not.toContain('s3cret')
})

test.each([
  ['a text', 's3cret'],
  ['an object', { key: 's3cret' }],
  ['nothing', undefined],
])('of %s that was thrown only its type is said', async (_what, thrown) => {
  expect(await saidOf(thrown)).toContain(`a thrown ${typeof thrown}`)
  expect(said.flat().map(String).join()).not.toContain('s3cret')
})

test('an error that cannot even be looked at is counted all the same', async () => {
  const { swallow, swallowedErrors } = await import('../../src/self/swallow.ts')
  const hostile = new Proxy(new Error('x'), {
    get() {
      throw new Error('no')
    },
  })
  expect(() => swallow('rule', hostile)).not.toThrow()
  expect(swallowedErrors().rule).toBe(1)
})
