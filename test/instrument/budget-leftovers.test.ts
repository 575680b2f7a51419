import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { type ApartPair, connectApart } from '../support/mcp-apart.ts'

const read = { annotations: { readOnlyHint: true } }
const terms = { owner: 'host', maxAttempts: 2, deadlineMs: 10_000, effect: 'read' } as const
const CALLS = 500

/** Ledgers that other processes were told of and that are still held. */
function held(): number {
  const ledgers: unknown = Reflect.get(globalThis, Symbol.for('toolspan/ledgers abroad 1'))
  return ledgers instanceof Map ? ledgers.size : Number.NaN
}

let back: ApartPair
let front: ApartPair
beforeEach(async () => {
  back = await connectApart((server) => {
    server.registerTool('x', read, () => ({ content: [] }))
    server.registerTool('wait', read, () => new Promise(() => {}))
  })
  front = await connectApart((server) => {
    // It hands on the budget that came in, and one of its own.
    server.registerTool('x', read, async () => {
      await back.client.callTool({ name: 'x' })
      await recover({ ...terms, owner: 'front' }, () => back.client.callTool({ name: 'x' }))
      return { content: [] }
    })
    server.registerTool('wait', read, async ({ signal }) => {
      await back.client.callTool({ name: 'wait' }, undefined, { signal })
      return { content: [] }
    })
  })
})
afterEach(async () => {
  await front.close()
  await back.close()
})

describe(`${CALLS} requests that carry a budget through two servers`, () => {
  test('leave nothing behind when they are answered', async () => {
    const ask = () => recover(terms, () => front.client.callTool({ name: 'x' }))
    await Promise.all(Array.from({ length: CALLS }, ask))
    expect(held()).toBe(0)
  })

  test('leave nothing behind when they are taken back', async () => {
    const controller = new AbortController()
    const options = { ...terms, signal: controller.signal }
    const ask = () =>
      recover(options, ({ signal }) => front.client.callTool({ name: 'wait' }, undefined, { signal }))
    const asked = Promise.allSettled(Array.from({ length: CALLS }, ask))
    await new Promise((resolve) => setImmediate(resolve))
    expect(held()).toBeGreaterThan(0)
    controller.abort()
    expect((await asked).every(({ status }) => status === 'rejected')).toBe(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(held()).toBe(0)
  })
})

test('handlers that never end cannot pile up what they hold', async () => {
  const stuck = await connectApart((server) => {
    server.registerTool('x', read, async () => {
      void back.client.callTool({ name: 'x' })
      return new Promise(() => {})
    })
  })
  await recover({ ...terms, deadlineMs: 100_000 }, async () => {
    for (let batch = 0; batch < 11; batch++) {
      for (let call = 0; call < 1000; call++) void stuck.client.callTool({ name: 'x' }).catch(() => {})
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(held()).toBe(10_000)
  })
  await stuck.close()
}, 60_000)
