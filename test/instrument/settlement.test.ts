import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

/** A promise class of some client library. */
class Query<T> extends Promise<T> {}

const CALLS = 5_000

const statuses = () => otel.spans().map((span) => span.attributes['toolspan.result.status'])

describe('a tool that returns one memoised promise', () => {
  const answers: [string, () => Promise<unknown>][] = [
    ['of a class of its own', () => Query.resolve(['row'])],
    ['with a property of its own', () => Object.assign(Promise.resolve(['row']), { key: 1 })],
  ]

  test.each(answers)('is answered however often it is called: %s', async (_name, answer) => {
    const cached = answer()
    const lookup = traceTool('lookup', () => cached, { effect: 'read' })
    for (let call = 0; call < CALLS; call++) expect(await lookup()).toEqual(['row'])
    expect(statuses()).toEqual(Array(CALLS).fill('found'))
  })

  test.each(answers)('is answered to calls that wait at the same time: %s', async (_name, answer) => {
    const cached = answer()
    const lookup = traceTool('lookup', () => cached, { effect: 'read' })
    await Promise.all(Array.from({ length: CALLS }, () => lookup()))
    expect(statuses()).toEqual(Array(CALLS).fill('found'))
  })

  test.each(answers)(
    'comes back as the same object, without a trace of ours on it: %s',
    async (_n, answer) => {
      const cached = answer()
      const keys = Reflect.ownKeys(cached)
      const lookup = traceTool('lookup', () => cached)
      const got = [lookup(), lookup()]
      expect(got[0]).toBe(cached)
      await Promise.all(got)
      expect(lookup()).toBe(cached)
      await cached
      expect(Reflect.ownKeys(cached)).toEqual(keys)
      expect(cached.constructor).toBe(_n === 'of a class of its own' ? Query : Promise)
    },
  )
})

test('a thenable that refuses to be looked at comes back all the same, and is unknown', async () => {
  const refuse = () => {
    throw new Error('refused')
  }
  const traps = { defineProperty: refuse, getOwnPropertyDescriptor: refuse, getPrototypeOf: refuse }
  // biome-ignore lint/suspicious/noThenProperty: this is the point of the test
  const query = new Proxy({ then: (resolve: (rows: number[]) => void) => resolve([1]) }, traps)
  const got = traceTool('x', () => query)()
  expect(got === query).toBe(true)
  expect(await got).toEqual([1])
  expect(statuses()).toEqual(['unknown'])
})

test('a stream says nothing of what comes of it: it is unknown, and no two of them are called equal', () => {
  const pages = traceTool('pages', async function* () {
    yield 1
  })
  void pages()
  const { attributes } = otel.span('execute_tool pages')
  expect(attributes).toMatchObject({
    'toolspan.result.status': 'unknown',
    'toolspan.result.reason': 'unread',
  })
  expect(attributes).not.toHaveProperty('toolspan.result.fingerprint')
})

describe('a promise with a property of its own', () => {
  const decorated = <T>(promise: Promise<T>) => Object.assign(promise, { cancel() {} })

  test('ends its span when it is awaited, which calls no `then`', async () => {
    expect(await traceTool('x', () => decorated(Promise.resolve([1])))()).toEqual([1])
    expect(statuses()).toEqual(['found'])
    await expect(traceTool('y', () => decorated(Promise.reject(new TypeError('no'))))()).rejects.toThrow('no')
    expect(otel.span('execute_tool y').attributes['error.type']).toBe('TypeError')
  })

  test('keeps a property that no loop shows', async () => {
    const symbol = Symbol('k')
    const answer = Object.defineProperty(Object.assign(Promise.resolve(1), { [symbol]: 2 }), 'x', {
      value: 3,
    })
    const got = traceTool('x', () => answer)()
    expect(got).toBe(answer)
    expect(await got).toBe(1)
    expect(statuses()).toEqual(['found'])
  })

  test('that is frozen is unknown, never an empty answer', async () => {
    const frozen = Object.freeze(decorated(Promise.resolve([1])))
    const got = traceTool('x', () => frozen, { effect: 'read' })()
    expect(got).toBe(frozen)
    expect(await got).toEqual([1])
    expect(statuses()).toEqual(['unknown'])
  })

  test('stays unhandled when nobody handles its rejection, and is handled when the host does', async () => {
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    const unhandled: unknown[] = []
    const listener = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', listener)
    try {
      const [forgotten, handled] = [new Error('forgotten'), new Error('handled')]
      void traceTool('x', () => decorated(Promise.reject(forgotten)))()
      traceTool('y', () => decorated(Promise.reject(handled)))().catch(() => {})
      await new Promise((resolve) => setImmediate(resolve))
      expect(unhandled).toEqual([forgotten])
    } finally {
      process.off('unhandledRejection', listener)
      for (const other of others) process.on('unhandledRejection', other)
    }
  })
})
