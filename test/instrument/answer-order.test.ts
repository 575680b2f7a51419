import { InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/client'
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Server as ServerV2 } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'

/** How a low-level handler may answer: at once, with a promise, or after some turns of waiting. */
const WAYS = ['plain', 'promise', 'one turn', 'three turns'] as const
type Way = (typeof WAYS)[number]

async function afterTurns(turns: number, answer: object): Promise<object> {
  for (let turn = 0; turn < turns; turn++) await null
  return answer
}

function answerBy(way: string): object {
  const answer = { content: [{ type: 'text', text: way }] }
  if (way.startsWith('plain')) return answer
  if (way.startsWith('promise')) return Promise.resolve(answer)
  return afterTurns(way.startsWith('one') ? 1 : 3, answer)
}

interface Wire {
  onmessage?: ((message: never) => void) | undefined
  start(): Promise<void>
  send(message: object): Promise<void>
}

const INFO = { name: 'low-level', version: '1.0.0' }
const CAPABILITIES = { capabilities: { tools: {} } }

async function connectV1(isInstrumented: boolean): Promise<Wire> {
  const server = new ServerV1(INFO, CAPABILITIES)
  if (isInstrumented) instrumentMcpServer(server)
  // Nothing keeps a handler from returning what it likes.
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => answerBy(params.name) as never)
  const [near, far] = MemoryV1.createLinkedPair()
  await server.connect(far)
  return near as unknown as Wire
}

async function connectV2(isInstrumented: boolean): Promise<Wire> {
  const server = new ServerV2(INFO, CAPABILITIES)
  if (isInstrumented) instrumentMcpServer(server)
  server.setRequestHandler('tools/call', ({ params }) => answerBy(params.name) as never)
  const [near, far] = MemoryV2.createLinkedPair()
  await server.connect(far)
  return near as unknown as Wire
}

/** The ids of calls that are sent at once, in the order of their answers. */
async function orderOfAnswers(wire: Wire, ways: readonly Way[]): Promise<number[]> {
  await wire.start()
  await answersTo(wire, 1, () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: INFO }
    void wire.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  })
  return answersTo(wire, ways.length, () => {
    for (const [at, way] of ways.entries()) {
      void wire.send({ jsonrpc: '2.0', id: at + 1, method: 'tools/call', params: { name: `${way} ${at}` } })
    }
  })
}

/** The ids of so many answers to what is sent, as they come. */
function answersTo(wire: Wire, count: number, send: () => void): Promise<number[]> {
  const { promise, resolve } = Promise.withResolvers<number[]>()
  const order: number[] = []
  wire.onmessage = ({ id }: { readonly id?: number }) => {
    if (id !== undefined) order.push(id)
    if (order.length === count) resolve(order)
  }
  send()
  return promise
}

describe.each([
  ['v1', connectV1],
  ['v2', connectV2],
] as const)('handlers of a low-level server, SDK %s', (_sdk, connect) => {
  test('answer in the same order as without instrumentation, whatever they return', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...WAYS), { minLength: 2, maxLength: 8 }), async (ways) => {
        const bare = await orderOfAnswers(await connect(false), ways)
        expect(await orderOfAnswers(await connect(true), ways)).toEqual(bare)
      }),
      { numRuns: 150 },
    )
  })
})
