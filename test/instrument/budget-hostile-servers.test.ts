import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { handleWithBudget } from '../../src/instrument/budget-handler.ts'
import type { Session, Way } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import type { ScenarioTool } from '../support/mcp-scenario-tools.ts'
import { unregisterOtel } from '../support/otel.ts'
import { type Points, registerPoints } from '../support/points.ts'

const KEY = 'toolspan/budget'
const METRIC = 'toolspan.self.ledgers_ignored'
const LEDGER = { operation: 'order-88', budget: 'b-7c1e', retriesLeft: 0, msLeft: 9000, attempt: 1 }
const MEGABYTE = 'x'.repeat(1_000_000)
const TRIES = 3

/** Ledgers that JSON can carry, by the reason for which each is ignored. */
const HOSTILE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  wrong_type: {
    'a number': 0,
    'a text of a megabyte': MEGABYTE,
    null: null,
    'a list': [LEDGER],
    nothing: {},
    'repeats as a text': { ...LEDGER, retriesLeft: '0' },
    'time as a list': { ...LEDGER, msLeft: [9000] },
    'an attempt that is null': { ...LEDGER, attempt: null },
    'an operation that is an object': { ...LEDGER, operation: { id: 'order-88' } },
    'a leg that is a number': { ...LEDGER, leg: 7 },
  },
  bad_length: {
    'an empty operation': { ...LEDGER, operation: '' },
    'an operation of a megabyte': { ...LEDGER, operation: MEGABYTE },
    'a budget of a megabyte': { ...LEDGER, budget: MEGABYTE },
    'a leg of a megabyte': { ...LEDGER, leg: MEGABYTE },
  },
  out_of_range: {
    'negative repeats': { ...LEDGER, retriesLeft: -1 },
    'half a repeat': { ...LEDGER, retriesLeft: 0.5 },
    'repeats without end': { ...LEDGER, retriesLeft: 1e300 },
    'no time': { ...LEDGER, msLeft: 0 },
    'negative time': { ...LEDGER, msLeft: -9000 },
    'time without end': { ...LEDGER, msLeft: Number.MAX_SAFE_INTEGER },
    'no attempt': { ...LEDGER, attempt: 0 },
    'attempts without end': { ...LEDGER, attempt: 1e300 },
  },
}

const refuse = (): never => {
  throw new Error('no')
}

/** Ledgers that only a client in the same process can send. */
const UNREADABLE: Readonly<Record<string, () => object>> = {
  'a field that throws': () =>
    Object.defineProperty({ ...LEDGER }, 'msLeft', { get: refuse, enumerable: true }),
  'a proxy that refuses': () => new Proxy({ ...LEDGER }, { getOwnPropertyDescriptor: refuse }),
  'a proxy that was revoked': () => {
    const { proxy, revoke } = Proxy.revocable({ ...LEDGER }, {})
    revoke()
    return proxy
  },
}

/** A tool whose own recovery tries as often as it may, and answers how often that was. */
const COUNT: ScenarioTool = {
  name: 'count',
  annotations: { readOnlyHint: true },
  async run() {
    let tries = 0
    const terms = { owner: 'handler', maxAttempts: TRIES, deadlineMs: 10_000, random: () => 0 }
    await recover(terms, () => {
      tries++
      throw Object.assign(new Error('down'), { code: 'ECONNRESET' })
    }).catch(() => {})
    return { content: [{ type: 'text', text: String(tries) }] }
  },
}

let points: Points
beforeEach(() => {
  points = registerPoints()
})
afterEach(unregisterOtel)

const SERVERS = [v1, v2, v2Modern].flatMap((kit) =>
  (['memory', 'http'] as const).map((way) => ({ kit, way, title: `${kit.name} over ${way}` })),
)

describe.each(SERVERS)('a budget that a stranger sends to a server of $title', ({ kit, way }) => {
  let session: Session
  const connect = async (to: Way): Promise<void> => {
    session = await kit.connect(to, { client: false, tools: [COUNT] })
  }
  afterEach(() => session.close())

  async function expectIgnored(ledger: unknown, reason: string): Promise<void> {
    const before = await ignoredFor(reason)
    const answer = Object(await session.callTool({ name: 'count', _meta: { [KEY]: ledger } }))
    expect(answer.content).toEqual([{ type: 'text', text: String(TRIES) }])
    expect(Object.keys(answer._meta ?? {})).not.toContain(KEY)
    expect(await ignoredFor(reason)).toBe(before + 1)
  }

  async function ignoredFor(reason: string): Promise<number> {
    const counted = (await points(METRIC)).find(
      ({ attributes }) => attributes['toolspan.self.reason'] === reason,
    )
    return Number(counted?.value ?? 0)
  }

  test.each(Object.entries(HOSTILE))('is ignored and counted as %s', async (reason, ledgers) => {
    await connect(way)
    for (const ledger of Object.values(ledgers)) await expectIgnored(ledger, reason)
  })

  test('with no repeats left is in force: zero is no fault', async () => {
    await connect(way)
    const answer = Object(await session.callTool({ name: 'count', _meta: { [KEY]: LEDGER } }))
    expect(answer.content).toEqual([{ type: 'text', text: '1' }])
    expect(await points(METRIC)).toEqual([])
  })

  if (way === 'memory') {
    test.each(Object.entries(UNREADABLE))('is ignored and counted as unreadable: %s', async (_name, make) => {
      await connect(way)
      await expectIgnored(make(), 'unreadable')
    })
  }
})

test('a web request whose headers throw is handled, and counted as unreadable', async () => {
  const request = Object.defineProperty(new Request('http://orders.internal/'), 'headers', { get: refuse })
  const answer = await handleWithBudget(() => new Response('fine'))(request)
  expect(await answer.text()).toBe('fine')
  expect(await points(METRIC)).toEqual([{ attributes: { 'toolspan.self.reason': 'unreadable' }, value: 1 }])
})
