import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { type ApartPair, connectApart, type Message } from '../support/mcp-apart.ts'
import type { PairOptions } from '../support/mcp-pair.ts'
import { unregisterOtel } from '../support/otel.ts'
import { type Points, registerPoints } from '../support/points.ts'

const KEY = 'toolspan/budget'
const METRIC = 'toolspan.self.ledgers_ignored'
const LEDGER = { operation: 'order-88', budget: 'b-7c1e', retriesLeft: 0, msLeft: 9000, attempt: 1 }
const read = { annotations: { readOnlyHint: true } }
const terms = {
  owner: 'handler',
  maxAttempts: 3,
  deadlineMs: 10_000,
  effect: 'read',
  random: () => 0,
} as const

let points: Points
let pair: ApartPair
beforeEach(() => {
  points = registerPoints()
})
afterEach(async () => {
  await pair.close()
  unregisterOtel()
})

/** A tool that answers how often its own recovery has tried. */
async function connectCounting(options: PairOptions): Promise<void> {
  pair = await connectApart((server) => {
    server.registerTool('count', read, async () => {
      let tries = 0
      await recover(terms, () => {
        tries++
        throw Object.assign(new Error('down'), { code: 'ECONNRESET' })
      }).catch(() => {})
      return { content: [{ type: 'text', text: String(tries) }] }
    })
  }, options)
}

const triesAnswered = async (ledger: unknown): Promise<unknown> => {
  const answer = await pair.client.callTool({ name: 'count', _meta: { [KEY]: ledger } })
  expect(Object.keys(answer)).toEqual(['content'])
  return answer.content
}
const tried = (times: number) => [{ type: 'text', text: String(times) }]

describe('a budget that a stranger sends', () => {
  test.each([
    ['a text', 'x'.repeat(1_000_000), 'wrong_type'],
    ['null', null, 'wrong_type'],
    ['a list', [], 'wrong_type'],
    ['without fields', {}, 'wrong_type'],
    ['nested deep', { ...LEDGER, operation: { operation: LEDGER } }, 'wrong_type'],
    ['with fields of a prototype', JSON.parse(`{"__proto__": ${JSON.stringify(LEDGER)}}`), 'wrong_type'],
    [
      'with a constructor',
      { ...LEDGER, retriesLeft: null, constructor: { prototype: LEDGER } },
      'wrong_type',
    ],
    ['with negative repeats', { ...LEDGER, retriesLeft: -1 }, 'out_of_range'],
    ['with all repeats there are', { ...LEDGER, retriesLeft: 1e300 }, 'out_of_range'],
    ['without time', { ...LEDGER, msLeft: 0 }, 'out_of_range'],
    ['with a megabyte of operation', { ...LEDGER, operation: 'x'.repeat(1_000_000) }, 'bad_length'],
  ])('%s is ignored and counted, and the call goes on', async (_name, ledger, reason) => {
    await connectCounting({ client: false })
    expect(await triesAnswered(ledger)).toEqual(tried(3))
    expect(await points(METRIC)).toEqual([{ attributes: { 'toolspan.self.reason': reason }, value: 1 }])
  })

  test('that is right is in force, whatever else stands beside its fields', async () => {
    await connectCounting({ client: false })
    const answer = await pair.client.callTool({
      name: 'count',
      _meta: { [KEY]: { ...LEDGER, more: 'x'.repeat(1_000_000), isAdmin: true } },
    })
    expect(answer.content).toEqual(tried(1))
    expect(answer._meta).toEqual({ [KEY]: { budget: 'b-7c1e', spent: 0, alone: true } })
    expect(await points(METRIC)).toEqual([])
  })

  test('is ignored by a server that does not trust its callers', async () => {
    await connectCounting({ client: false, server: { trustInbound: false } })
    expect(await triesAnswered(LEDGER)).toEqual(tried(3))
    expect(await points(METRIC)).toEqual([{ attributes: { 'toolspan.self.reason': 'untrusted' }, value: 1 }])
  })
})

describe('an echo that a stranger sends back', () => {
  test.each([
    ['a text', 'x'.repeat(1_000_000), 'wrong_type'],
    ['with a negative count', { budget: 'ours', spent: -5 }, 'out_of_range'],
    ['with a count beyond all', { budget: 'ours', spent: 1e300 }, 'out_of_range'],
    ['with a count that is a text', { budget: 'ours', spent: '1' }, 'wrong_type'],
    ['with a pause of years', { budget: 'ours', spent: 0, retryAfterMs: 1e12 }, 'out_of_range'],
    ['with a megabyte', { budget: 'x'.repeat(1_000_000), spent: 1 }, 'bad_length'],
  ])('%s is taken off, ignored and counted', async (_name, echo, reason) => {
    let tries = 0
    pair = await connectApart(
      (server) => {
        server.registerTool('x', read, (extra) => {
          tries++
          const { budget } = Object(extra._meta?.[KEY])
          const sent = typeof echo === 'object' && echo.budget === 'ours' ? { ...echo, budget } : echo
          return { content: [], _meta: { [KEY]: sent, mine: 1 }, isError: true }
        })
      },
      { server: false },
    )
    const seen: unknown[] = []
    await recover(terms, async () => {
      seen.push(await pair.client.callTool({ name: 'x' }))
      throw Object.assign(new Error('down'), { code: 'ECONNRESET' })
    }).catch(() => {})
    expect(tries).toBe(3)
    expect(seen).toEqual(Array(3).fill({ content: [], _meta: { mine: 1 }, isError: true }))
    expect(await points(METRIC)).toEqual([{ attributes: { 'toolspan.self.reason': reason }, value: 3 }])
  })

  test('that claims everything spent ends the recovery early, and nothing worse', async () => {
    let tries = 0
    pair = await connectApart(
      (server) => {
        server.registerTool('x', read, (extra) => {
          tries++
          const { budget } = Object(extra._meta?.[KEY])
          return { content: [], _meta: { [KEY]: { budget, spent: 1_000_000 } } }
        })
      },
      { server: false },
    )
    const ask = () => pair.client.callTool({ name: 'x' })
    const failing = recover(terms, async () => {
      await ask()
      throw Object.assign(new Error('down'), { code: 'ECONNRESET' })
    })
    await expect(failing).rejects.toMatchObject({ exhaustedBy: 'attempts' })
    expect(tries).toBe(1)
    const [first, second] = await recover(terms, async () => [await ask(), await ask()])
    expect([first, second]).toEqual([
      { content: [], _meta: {} },
      { content: [], _meta: {} },
    ])
    const sent = (messages: readonly Message[]) =>
      messages.filter(({ method }) => method === 'tools/call').map(({ params }) => params?._meta?.[KEY])
    expect(sent(pair.messages).at(-1)).toMatchObject({ retriesLeft: 0 })
  })
})
