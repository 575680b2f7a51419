import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LOW_LEVEL_KITS, type LowLevelPair } from '../support/mcp-low-level.ts'
import { type SpanLine, spanLine } from '../support/mcp-seen.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const { ERROR, UNSET } = SpanStatusCode

/** The caller is at fault (semantic-conventions-genai, #404). */
const CALLER_FAULTS = [-32700, -32600, -32601, -32602, -32002]
/** The rest: internal error, URL elicitation, the codes of MCP 2026-07-28, codes without a meaning. */
const OTHERS = [-32603, -32042, -32020, -32021, -32022, -32000, -32001, -32050, 7]

let otel: TestOtel
let pair: LowLevelPair
beforeAll(() => {
  otel = registerOtel()
})
afterEach(async () => {
  await pair.close()
  otel.reset()
})
afterAll(unregisterOtel)

describe.each(LOW_LEVEL_KITS)('JSON-RPC errors of $name', (kit) => {
  /** Calls a tool of a server that throws, and gives back both spans and the code that came over the wire. */
  async function failWith(thrown: unknown): Promise<{ sent: SpanLine; received: SpanLine; code: string }> {
    pair = await kit.connect(() => {
      throw thrown
    })
    otel.reset()
    const error: unknown = await pair.callTool('x').catch((caught: unknown) => caught)
    const lines = otel
      .spans()
      .map(spanLine)
      .filter((line) => line.name === 'tools/call x')
    const [sent] = lines.filter((line) => line.kind === SpanKind.CLIENT)
    const [received] = lines.filter((line) => line.kind === SpanKind.SERVER)
    if (!sent || !received) throw new Error('both sides have a span')
    return { sent, received, code: String(Reflect.get(Object(error), 'code')) }
  }

  test.each(CALLER_FAULTS)('%i is an error of the client, not of the server', async (thrown) => {
    const { sent, received, code } = await failWith(kit.protocolError(thrown, 'no'))
    expect(sent.status).toBe(ERROR)
    expect(sent.attributes).toMatchObject({ 'error.type': code, 'rpc.status_code': code })
    expect(received.status).toBe(UNSET)
    expect(received.attributes['rpc.status_code']).toBe(code)
    expect(received.attributes).not.toHaveProperty('error.type')
  })

  test.each(OTHERS)('%i is an error of both', async (thrown) => {
    const { sent, received, code } = await failWith(kit.protocolError(thrown, 'no'))
    for (const { status, attributes } of [sent, received]) {
      expect(status).toBe(ERROR)
      expect(attributes).toMatchObject({ 'error.type': code, 'rpc.status_code': code })
      // The older name is read elsewhere and never written.
      expect(attributes).not.toHaveProperty('rpc.response.status_code')
    }
  })

  test('an error without a code goes out as an internal one', async () => {
    const { sent, received, code } = await failWith(new TypeError('boom'))
    expect(code).toBe('-32603')
    for (const { attributes } of [sent, received]) expect(attributes['rpc.status_code']).toBe(code)
  })

  test('codes that the SDK uses for itself are those of the peer where the peer sent them', async () => {
    for (const thrown of [-32000, -32001]) {
      const { sent } = await failWith(kit.protocolError(thrown, 'Request timed out', { timeout: 5 }))
      expect(sent.attributes['rpc.status_code']).toBe(String(thrown))
      otel.reset()
    }
  })

  test('a URL that has to be visited first is no failure of the tool (-32042)', async () => {
    const { sent, code } = await failWith(kit.protocolError(-32042, 'visit', { elicitations: [] }))
    // The modern protocol does not have the code; the SDK refuses to send it.
    const status = kit.name === 'v2-modern' ? 'failed' : 'input_required'
    expect(code).toBe(kit.name === 'v2-modern' ? '-32603' : '-32042')
    expect(sent.attributes['toolspan.result.status']).toBe(status)
  })
})
