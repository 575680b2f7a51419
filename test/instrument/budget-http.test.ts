import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentAttempt } from '../../src/budget/current-attempt.ts'
import { recover } from '../../src/budget/recover.ts'
import { fetchWithBudget } from '../../src/instrument/budget-fetch.ts'
import { handleWithBudget } from '../../src/instrument/budget-handler.ts'
import { type HttpFront, listenFetch } from '../support/mcp-http-front.ts'
import { unregisterOtel } from '../support/otel.ts'
import { type Points, registerPoints } from '../support/points.ts'

const HEADER = 'toolspan-budget'
const METRIC = 'toolspan.self.ledgers_ignored'
const random = () => Math.random() / 1000
const terms = { owner: 'caller', maxAttempts: 3, deadlineMs: 10_000, effect: 'read', random } as const
const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

let points: Points
const open: HttpFront[] = []
beforeEach(() => {
  points = registerPoints()
})
afterEach(async () => {
  for (const front of open.splice(0)) await front.close()
  unregisterOtel()
})

type Handler = (request: Request) => Promise<Response> | Response

/** A server on loopback; gives its origin and what requests said of budgets. */
async function serve(handler: Handler): Promise<{ origin: string; sent: (string | null)[] }> {
  const sent: (string | null)[] = []
  const front = await listenFetch(
    async (request) => {
      sent.push(request.headers.get(HEADER))
      return handler(request)
    },
    () => {},
  )
  open.push(front)
  return { origin: front.url.origin, sent }
}

/** Tries what it may, in a budget that came in or in its own, and says how often. */
const tryAll: Handler = async () => {
  let tries = 0
  await recover({ ...terms, owner: 'callee' }, () => {
    tries++
    throw reset()
  }).catch(() => {})
  return new Response(String(tries), { status: 503, headers: { 'x-mine': '1' } })
}

describe('a budget over plain HTTP', () => {
  test('goes out to a named origin, is inherited there, and what was spent is charged', async () => {
    const { origin, sent } = await serve(handleWithBudget(tryAll))
    const fetch = fetchWithBudget({ origins: [origin] })
    const answers: unknown[] = []
    const failing = recover({ ...terms, operation: 'Bestellung 88 – Köln' }, async () => {
      const response = await fetch(origin, { headers: { 'x-theirs': '1' } })
      answers.push([response.status, response.headers.get('x-mine'), await response.text()])
      throw reset()
    })
    await expect(failing).rejects.toMatchObject({ exhaustedBy: 'attempts', context: { attemptCount: 1 } })
    expect(answers).toEqual([[503, '1', '3']])
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      operation: 'Bestellung 88 – Köln',
      retriesLeft: 2,
      attempt: 1,
    })
  })

  test('goes to nobody else, and nowhere outside of an attempt', async () => {
    const { origin, sent } = await serve(handleWithBudget(tryAll))
    const named = fetchWithBudget({ origins: [origin] })
    const others = fetchWithBudget({ origins: ['http://127.0.0.1:1', 'https://orders.internal'] })
    expect((await named(origin)).headers.get(HEADER)).toBeNull()
    await recover(terms, () => others(origin))
    await recover({ ...terms, operation: 'x'.repeat(300) }, () => named(new Request(origin)))
    expect(sent).toEqual([null, null, null])
  })

  test('leaves the request as it is otherwise', async () => {
    const seen: unknown[] = []
    const { origin } = await serve(async (request) => {
      seen.push([request.method, request.headers.get('x-theirs'), await request.text()])
      return new Response(null, { status: 204 })
    })
    const fetch = fetchWithBudget({ origins: [origin] })
    const init = Object.freeze({
      method: 'POST',
      body: '"hello"',
      headers: Object.freeze({ 'x-theirs': '1' }),
    })
    await recover(terms, async () => {
      await fetch(`${origin}/a`, init)
      await fetch(new URL('/b', origin), init)
      await fetch(new Request(`${origin}/c`, init))
    })
    expect(seen).toEqual(Array(3).fill(['POST', '1', '"hello"']))
    const gone = AbortSignal.abort(new Error('mine'))
    await expect(recover(terms, () => fetch(origin, { signal: gone }))).rejects.toBe(gone.reason)
    await expect(recover(terms, () => fetch('no url'))).rejects.toBeInstanceOf(TypeError)
  })

  test('uses the fetch that it is given, else the one of the moment', async () => {
    const { origin } = await serve(() => new Response('ok'))
    const asked: string[] = []
    const own: typeof globalThis.fetch = (input, init) => {
      asked.push(new Headers(init?.headers).get(HEADER) === null ? 'without' : 'with')
      return globalThis.fetch(input, init)
    }
    await recover(terms, () => fetchWithBudget({ origins: [origin], fetch: own })(origin))
    await fetchWithBudget({ origins: [origin], fetch: own })(origin)
    expect(asked).toEqual(['with', 'without'])
  })

  test.each([
    ['no JSON', '{', 'wrong_type'],
    ['a text', '"budget"', 'wrong_type'],
    ['too long', JSON.stringify({ operation: 'x'.repeat(9000) }), 'wrong_type'],
    [
      'out of bounds',
      '{"operation":"o","budget":"b","retriesLeft":-1,"msLeft":1,"attempt":1}',
      'out_of_range',
    ],
  ])('that is %s is ignored and counted', async (_name, header, reason) => {
    const { origin } = await serve(handleWithBudget(tryAll))
    const response = await globalThis.fetch(origin, { headers: { [HEADER]: header } })
    expect(await response.text()).toBe('3')
    expect(response.headers.get(HEADER)).toBeNull()
    expect(await points(METRIC)).toEqual([{ attributes: { 'toolspan.self.reason': reason }, value: 1 }])
  })

  test('that a stranger reports is ignored and counted, and the response comes through', async () => {
    const { origin } = await serve(() => new Response('ok', { headers: { [HEADER]: '{"spent":-1}' } }))
    const fetch = fetchWithBudget({ origins: [origin] })
    expect(await recover(terms, async () => (await fetch(origin)).text())).toBe('ok')
    expect(await points(METRIC)).toEqual([{ attributes: { 'toolspan.self.reason': 'wrong_type' }, value: 1 }])
  })

  test('is ignored by a handler that does not trust its callers', async () => {
    const { origin } = await serve(handleWithBudget(tryAll, { trustInbound: false }))
    const fetch = fetchWithBudget({ origins: [origin] })
    expect(await recover({ ...terms, maxAttempts: 1 }, async () => (await fetch(origin)).text())).toBe('3')
    expect(await points(METRIC)).toEqual([{ attributes: { 'toolspan.self.reason': 'untrusted' }, value: 1 }])
  })
})

describe('a handler', () => {
  test('keeps its further arguments, its error and a response that cannot be copied', async () => {
    const error = new Error('mine')
    const failing = handleWithBudget(() => Promise.reject(error))
    const wire = { operation: 'o', budget: 'b', retriesLeft: 0, msLeft: 1000, attempt: 1 }
    const request = new Request('http://127.0.0.1/', { headers: { [HEADER]: JSON.stringify(wire) } })
    await expect(failing(request)).rejects.toBe(error)
    const odd = Response.error()
    expect(await handleWithBudget(() => odd)(request)).toBe(odd)
    const told = handleWithBudget((_request, name: string) => {
      return new Response(`${name} ${currentAttempt()?.operationId}`)
    })
    expect(await (await told(request, 'ada')).text()).toBe('ada o')
    expect(currentAttempt()).toBeUndefined()
  })
})

describe('wrong options', () => {
  test.each([
    [{}, 'origins'],
    [{ origins: 'https://orders.internal' }, 'origins'],
    [{ origins: ['https://orders.internal/'] }, 'origins'],
    [{ origins: ['orders.internal'] }, 'origins'],
    [{ origins: ['*'] }, 'origins'],
    [{ origins: [], fetch: 'node-fetch' }, 'fetch'],
    [{ origins: [], origin: 'x' }, 'origin'],
  ])('%j are refused', (options, name) => {
    expect(() => fetchWithBudget(options as never)).toThrow(new RegExp(`${name}.* got `))
    expect(() => handleWithBudget(() => new Response(), { trustInbound: 'no' as never })).toThrow(
      'trustInbound',
    )
  })
})
