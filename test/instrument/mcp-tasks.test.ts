// Tasks of version 1 of the SDK (MCP 2025-11-25, experimental).

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
} from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { type SpanLine, spanLine } from '../support/mcp-seen.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const { CLIENT, SERVER } = SpanKind
const INFO = { name: 'x', version: '1' }

let otel: TestOtel
const open: { close(): Promise<unknown> }[] = []
beforeAll(() => {
  otel = registerOtel()
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  otel.reset()
})
afterAll(unregisterOtel)

const lines = (name: string, kind: SpanKind): SpanLine[] =>
  otel
    .spans()
    .map(spanLine)
    .filter((line) => line.name === name && line.kind === kind)

/** A client, and a server whose tool `report` is a task that ends at once with this result. */
async function connect(result: CallToolResult): Promise<Client> {
  const taskStore = new InMemoryTaskStore()
  const server = instrumentMcpServer(
    new McpServer(INFO, {
      capabilities: { tasks: { requests: { tools: { call: {} } } } },
      taskStore,
      taskMessageQueue: new InMemoryTaskMessageQueue(),
    }),
  )
  server.experimental.tasks.registerToolTask(
    'report',
    { annotations: { readOnlyHint: true } },
    {
      async createTask(extra) {
        const task = await extra.taskStore.createTask({ ttl: 60_000 })
        await extra.taskStore.storeTaskResult(task.taskId, 'completed', result)
        return { task }
      },
      getTask: (extra) => extra.taskStore.getTask(extra.taskId),
      getTaskResult: async (extra) => (await extra.taskStore.getTaskResult(extra.taskId)) as CallToolResult,
    },
  )
  const client = instrumentMcpClient(new Client(INFO))
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  open.push(client, server)
  await client.listTools()
  otel.reset()
  return client
}

test('a call that starts a task is accepted, not answered; its result is told where it is fetched', async () => {
  const client = await connect({ content: [] })
  const types: string[] = []
  for await (const message of client.experimental.tasks.callToolStream({ name: 'report' })) {
    types.push(message.type)
  }
  expect(types).toEqual(['taskCreated', 'taskStatus', 'result'])
  for (const kind of [CLIENT, SERVER]) {
    const [call, ...more] = lines('tools/call report', kind)
    expect(more).toEqual([])
    expect(call?.status).toBe(SpanStatusCode.UNSET)
    expect(call?.attributes['toolspan.result.status']).toBe('accepted')
    const [fetched] = lines('tasks/result', kind)
    expect(fetched?.attributes).toMatchObject({
      'mcp.method.name': 'tasks/result',
      'gen_ai.tool.name': 'report',
      'toolspan.tool.effect': 'read',
      'toolspan.result.status': 'found_none',
    })
    // It executes no tool: that was the call.
    expect(fetched?.attributes).not.toHaveProperty('gen_ai.operation.name')
    expect(fetched?.attributes).not.toHaveProperty('toolspan.operation.fingerprint')
  }
  expect(lines('tasks/get', CLIENT)).toHaveLength(1)
})

test('a task that failed is an error where its result is fetched', async () => {
  const client = await connect({ content: [{ type: 'text', text: 'archive is down' }], isError: true })
  for await (const _ of client.experimental.tasks.callToolStream({ name: 'report' })) {
    // The stream is read to its end.
  }
  const [fetched] = lines('tasks/result', CLIENT)
  expect(fetched?.status).toBe(SpanStatusCode.ERROR)
  expect(fetched?.attributes).toMatchObject({
    'error.type': 'tool_error',
    'toolspan.result.status': 'failed',
  })
})

test('a tool that only runs as a task is refused by the client before anything is sent', async () => {
  const client = await connect({ content: [] })
  await expect(client.callTool({ name: 'report' })).rejects.toMatchObject({ code: -32600 })
  const [call] = lines('tools/call report', CLIENT)
  expect(call?.status).toBe(SpanStatusCode.ERROR)
  // Nothing was sent: neither has it an id, nor was an answer refused.
  expect(call?.attributes['error.type']).toBe('McpError')
  expect(call?.attributes).not.toHaveProperty('jsonrpc.request.id')
  expect(lines('tools/call report', SERVER)).toEqual([])
})
