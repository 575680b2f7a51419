import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { connectPair } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

const budget = {
  owner: 'coordinator',
  maxAttempts: 3,
  deadlineMs: 5_000,
  effect: 'read',
  random: () => 0,
} as const

test('calls made inside an attempt carry its operation, number and budget (REQ-21)', async () => {
  let tries = 0
  const { client, close } = await connectPair((server) => {
    server.registerTool('x', { annotations: { readOnlyHint: true } }, () => ({
      content: [{ type: 'text', text: 'ok' }],
    }))
  })
  otel.reset()
  const local = traceTool('local', () => 1)
  await recover({ ...budget, operation: 'order-88' }, async () => {
    tries++
    await client.callTool({ name: 'x' })
    local()
    if (tries === 1) throw Object.assign(new Error('x'), { code: 'ECONNRESET' })
    return 'done'
  })
  await client.callTool({ name: 'x' })
  const numbers = otel
    .spans()
    .filter((span) => /^(tools|execute)/.test(span.name))
    .map((span) => [span.name, span.attributes['toolspan.attempt.number']])
  // Each call in this process is seen by server and client.
  expect(numbers).toEqual([
    ['tools/call x', 1],
    ['tools/call x', 1],
    ['execute_tool local', 1],
    ['tools/call x', 2],
    ['tools/call x', 2],
    ['execute_tool local', 2],
    ['tools/call x', undefined],
    ['tools/call x', undefined],
  ])
  const call = otel.spans().find((span) => span.name === 'tools/call x')
  expect(call?.attributes).toMatchObject({
    'toolspan.operation.id': 'order-88',
    'toolspan.budget.owner': 'coordinator',
    'toolspan.budget.max_attempts': 3,
  })
  await close()
})

test('a read that a server annotates is repeated by the recovery in its handler, a write is not (REQ-18)', async () => {
  const tries = { find: 0, pay: 0 }
  const { client, close } = await connectPair((server) => {
    const tool = (name: 'find' | 'pay') => () =>
      recover({ owner: name, maxAttempts: 3, deadlineMs: 5_000, random: () => 0 }, async () => {
        tries[name]++
        throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
      })
    server.registerTool('find', { annotations: { readOnlyHint: true } }, tool('find'))
    server.registerTool('pay', { annotations: { destructiveHint: true } }, tool('pay'))
  })
  otel.reset()
  const found = await client.callTool({ name: 'find' })
  await client.callTool({ name: 'pay' })
  expect(tries).toEqual({ find: 3, pay: 1 })
  expect(found).toMatchObject({
    isError: true,
    structuredContent: { budgetExhausted: true, attemptCount: 3 },
  })
  await close()
})
