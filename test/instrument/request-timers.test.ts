import { Client as ClientV2, InMemoryTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as TransportV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer as ServerV2 } from '@modelcontextprotocol/server'
import { SpanKind } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const NAMES = { name: 'x', version: '1' }
const WAIT_MS = 5

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

/** Opens a session with a timer of its own for that; with a server that never answers where `isMute`. */
const SDKS = {
  async v1(timeout: number, isMute: boolean) {
    const [near, far] = TransportV1.createLinkedPair()
    if (!isMute) await new ServerV1(NAMES).connect(far)
    await instrumentMcpClient(new ClientV1(NAMES)).connect(near, { timeout })
  },
  async v2(timeout: number, isMute: boolean) {
    const [near, far] = TransportV2.createLinkedPair()
    if (!isMute) await new ServerV2(NAMES).connect(far)
    await instrumentMcpClient(new ClientV2(NAMES)).connect(near, { timeout })
  },
}

describe.each(Object.entries(SDKS))('REQ-34 the timer of setting up a connection with %s', (_sdk, open) => {
  const opening = () =>
    otel.spans().find(({ name, kind }) => name === 'initialize' && kind === SpanKind.CLIENT)

  test('is on the span of the request that opens the session', async () => {
    await open(5000, false)
    expect(opening()?.attributes).toMatchObject({
      'toolspan.timeout.connect_ms': 5000,
      'toolspan.timeout.call_ms': 5000,
    })
  })

  test('is there as well when it fires', async () => {
    await expect(open(WAIT_MS, true)).rejects.toThrow('timed out')
    expect(opening()?.attributes).toMatchObject({
      'toolspan.timeout.connect_ms': WAIT_MS,
      'error.type': 'timeout',
    })
  })
})
