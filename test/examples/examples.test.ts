import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { client } from '../../examples/client.ts'
import { findOrders } from '../../examples/function.ts'
import { createOrderServer } from '../../examples/recover.ts'
import { server } from '../../examples/server.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel

beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(() => unregisterOtel())

describe('the examples of the README', () => {
  it('client and server tell of one call in one trace', async () => {
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
    await server.connect(serverEnd)
    await client.connect(clientEnd)
    await client.listTools()
    otel.reset()

    const answer = await client.callTool({ name: 'list_returns', arguments: {} })

    expect(answer.content).toEqual([{ type: 'text', text: '[]' }])
    const spans = otel.spans().filter((span) => span.name === 'tools/call list_returns')
    expect(spans.map((span) => span.attributes['toolspan.layer'])).toEqual(['mcp_server', 'mcp_client'])
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1)
    for (const { attributes } of spans) {
      expect(attributes).toMatchObject({
        'toolspan.result.status': 'found_none',
        'toolspan.coverage.status': 'unknown',
      })
    }
    await client.close()
  })

  it('a plain function becomes a tool call and returns what it returned', async () => {
    expect(await findOrders({ region: 'eu' })).toEqual([{ id: 'order-88', region: 'eu' }])
    expect(otel.span('execute_tool find_orders').attributes).toMatchObject({
      'toolspan.result.status': 'found',
      'toolspan.result.count': 1,
      'toolspan.tool.effect': 'read',
    })
  })

  it('recover() repeats the look-up and states what it searched', async () => {
    let calls = 0
    const orders = createOrderServer({
      size: 1204,
      async search() {
        calls++
        if (calls === 1) throw Object.assign(new Error('connection reset'), { code: 'ECONNRESET' })
        return []
      },
    })
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
    await orders.connect(serverEnd)
    const asker = new Client({ name: 'asker', version: '1.0.0' })
    await asker.connect(clientEnd)

    const answer = await asker.callTool({ name: 'search_orders', arguments: { region: 'eu' } })

    expect(calls).toBe(2)
    expect(answer.structuredContent).toMatchObject({ status: 'found_none', scanned: 1204 })
    expect(otel.span('tools/call search_orders').attributes).toMatchObject({
      'toolspan.result.status': 'found_none',
      'toolspan.coverage.status': 'complete',
    })
    const attempts = otel.spans().filter((span) => span.name === 'orders-handler attempt')
    expect(attempts.map((span) => span.attributes['toolspan.attempt.number'])).toEqual([1, 2])
    await asker.close()
  })
})
