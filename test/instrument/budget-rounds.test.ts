// A multi-round-trip call of version 2 is sent again by the SDK itself; each leg carries the budget of its moment.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { v2Modern } from '../support/mcp-kit-v2.ts'
import { ELICIT, type ScenarioTool } from '../support/mcp-scenario-tools.ts'
import type { Seen } from '../support/mcp-seen.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

const KEY = 'toolspan/budget'
const terms = { owner: 'host', maxAttempts: 4, deadlineMs: 10_000, effect: 'read' } as const

beforeEach(() => {
  registerOtel()
})
afterEach(unregisterOtel)

/** Spends what it may at each leg, and asks the caller something in between. */
const ASKING: ScenarioTool = {
  name: 'ask',
  annotations: { readOnlyHint: true },
  async run({ ask }) {
    await recover({ ...terms, owner: 'tool', maxAttempts: 2, random: () => Math.random() / 1000 }, () => {
      throw Object.assign(new Error('down'), { code: 'ECONNRESET' })
    }).catch(() => {})
    return { content: [{ type: 'text', text: JSON.stringify(await ask(ELICIT)) }] }
  },
}

const legsIn = (seen: Seen): unknown[] =>
  seen
    .all()
    .flatMap((sight) => ('message' in sight && sight.message.method === 'tools/call' ? [sight.message] : []))
    .map(({ params }) => Object(Object(params)._meta)[KEY])

describe.each(['memory', 'http'] as const)('over %s', (way) => {
  test('each leg sends what is left when it is sent, and the host sees no echo of any', async () => {
    const session = await v2Modern.connect(way, { tools: [ASKING] })
    const plain = await session.callTool({ name: 'ask' })
    session.seen.forget()
    const seen = await recover(terms, () => session.callTool({ name: 'ask' }))
    expect(seen).toEqual(plain)
    expect(legsIn(session.seen)).toMatchObject([{ retriesLeft: 3 }, { retriesLeft: 2 }])
    await session.close()
  })

  test('a host that answers by itself sees no echo either', async () => {
    const session = await v2Modern.connect(way, { tools: [ASKING] })
    const client = session.client as { callTool(params: object, options: object): Promise<object> }
    const ask = () => client.callTool({ name: 'ask' }, { allowInputRequired: true })
    const plain = await ask()
    expect(plain).toMatchObject({ resultType: 'input_required' })
    expect(await recover(terms, ask)).toEqual(plain)
    await session.close()
  })
})
