import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { DEFAULT_REQUEST_TIMEOUT_MSEC } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { CONNECTION_CLOSED, REQUEST_TIMEOUT } from '../../src/instrument/mcp-protocol.ts'
import { serverAddress, transportAttributes } from '../../src/instrument/mcp-transport.ts'
import { DEFAULT_REQUEST_TIMEOUT_MS } from '../../src/instrument/request-options.ts'

// Pins: what we use of the SDK beyond its public interface. A red one means: look what the new version changed.

test('the private members that are hooked or read are still there', () => {
  const client: object = new Client({ name: 'c', version: '1' })
  expect(Reflect.get(client, '_requestMessageId')).toBe(0)
  expect(Reflect.get(client, '_responseHandlers')).toBeInstanceOf(Map)
  expect(Reflect.get(client, '_onresponse')).toBeTypeOf('function')
  const server = new McpServer({ name: 's', version: '1' })
  server.registerTool('x', {}, () => ({ content: [] }))
  expect(Reflect.get(server, 'executeToolHandler')).toBeTypeOf('function')
  expect(Reflect.get(server, '_registeredTools')).toHaveProperty('x')
  const handlers: unknown = Reflect.get(server.server, '_requestHandlers')
  expect(handlers).toBeInstanceOf(Map)
  expect(handlers instanceof Map && handlers.has('tools/call')).toBe(true)
})

test('the numbers of the SDK are the ones that were copied', () => {
  expect(DEFAULT_REQUEST_TIMEOUT_MS).toBe(DEFAULT_REQUEST_TIMEOUT_MSEC)
  expect(REQUEST_TIMEOUT).toBe(ErrorCode.RequestTimeout)
  expect(CONNECTION_CLOSED).toBe(ErrorCode.ConnectionClosed)
})

test('every transport of the SDK is recognised by its shape', () => {
  const http = { 'network.transport': 'tcp', 'network.protocol.name': 'http' }
  const pipe = { 'network.transport': 'pipe' }
  expect(transportAttributes(new StdioClientTransport({ command: 'x' }))).toEqual(pipe)
  expect(transportAttributes(new StdioServerTransport())).toEqual(pipe)
  expect(transportAttributes(new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'x' }))).toEqual(
    http,
  )
  for (const [url, address, port] of [
    ['https://mcp.example/mcp', 'mcp.example', 443],
    ['http://127.0.0.1:8931/mcp', '127.0.0.1', 8931],
  ] as const) {
    const transport = new StreamableHTTPClientTransport(new URL(url))
    expect(transportAttributes(transport)).toEqual(http)
    expect(serverAddress(transport)).toEqual({ 'server.address': address, 'server.port': port })
  }
  for (const none of [undefined, InMemoryTransport.createLinkedPair()[0]]) {
    expect(transportAttributes(none)).toEqual({})
    expect(serverAddress(none)).toEqual({})
  }
})
