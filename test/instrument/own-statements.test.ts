import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import type { McpServerOptions } from '../../src/instrument/mcp-options.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { defineShape } from '../../src/outcome/stated/own-shape.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

const refusal = defineShape({
  id: 'refusal',
  read: ({ text }) => (text?.startsWith('NAK') ? { category: 'business' } : undefined),
})

describe('what an application says about its tools', () => {
  test('describe of traceTool gets the value, also of a promise, and beats the guess', async () => {
    const stock = traceTool('stock', async () => ({ level: 0, shelves: 40 }), {
      effect: 'read',
      describe: ({ level, shelves }) => ({ count: level, scanned: shelves }),
    })
    expect(await stock()).toEqual({ level: 0, shelves: 40 })
    expect(otel.span('execute_tool stock').attributes).toMatchObject({
      'toolspan.result.status': 'found_none',
      'toolspan.result.reason': 'declared',
      'toolspan.result.scanned': 40,
      'toolspan.coverage.status': 'complete',
    })
  })

  test('shapes of traceTool are asked', () => {
    traceTool('order', () => 'NAK 17', { shapes: [refusal] })()
    expect(otel.span('execute_tool order').attributes).toMatchObject({
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'own_shape',
      'toolspan.error.category': 'business',
      'toolspan.error.source': 'mapped',
    })
  })

  test('a hook that throws changes neither the value nor the span status (REQ-36)', () => {
    const tool = traceTool('odd', () => [1], {
      describe() {
        throw new Error('hook')
      },
    })
    expect(tool()).toEqual([1])
    expect(otel.span('execute_tool odd').attributes['toolspan.result.status']).toBe('found')
  })

  test('both ends of an MCP connection take them by tool name', async () => {
    const options: McpServerOptions = {
      tools: { stock: { effect: 'read', describe: () => ({ status: 'found_none' }) } },
      shapes: [refusal],
    }
    const server = instrumentMcpServer(new McpServer({ name: 's', version: '1' }), options)
    for (const [name, text] of [
      ['stock', 'level 0'],
      ['order', 'NAK 17'],
    ] as const) {
      server.registerTool(name, {}, () => ({ content: [{ type: 'text', text }] }))
    }
    const client = instrumentMcpClient(new Client({ name: 'c', version: '1' }), options)
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
    await server.connect(serverEnd)
    await client.connect(clientEnd)
    await client.listTools()
    await client.callTool({ name: 'stock' })
    await client.callTool({ name: 'order' })
    await client.close()
    const reasons = (name: string) =>
      otel
        .spans()
        .filter((span) => span.name === name)
        .map(({ attributes }) => [attributes['toolspan.result.status'], attributes['toolspan.result.reason']])
    expect(reasons('tools/call stock')).toEqual([
      ['found_none', 'declared'],
      ['found_none', 'declared'],
    ])
    expect(reasons('tools/call order')).toEqual([
      ['failed', 'own_shape'],
      ['failed', 'own_shape'],
    ])
  })

  test.each([
    [() => traceTool('t', () => 1, { describe: 'x' as never }), 'describe of traceTool'],
    [() => traceTool('t', () => 1, { shapes: [{}] as never }), 'shapes of traceTool'],
    [
      () =>
        instrumentMcpClient(new Client({ name: 'c', version: '1' }), {
          tools: { a: { describe: 1 as never } },
        }),
      'describe of instrumentMcpClient for the tool "a"',
    ],
    [
      () => instrumentMcpServer(new McpServer({ name: 's', version: '1' }), { shapes: 'all' as never }),
      'shapes of instrumentMcpServer',
    ],
  ])('wrong ones fail at start (%#)', (make, named) => {
    expect(make).toThrow(named)
  })
})
