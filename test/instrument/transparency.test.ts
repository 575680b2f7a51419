import { McpError } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPair } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterAll(unregisterOtel)

/** What a tool of a program may do. */
const behaviour = fc.oneof(
  fc.record({
    kind: fc.constant('returns' as const),
    value: fc.oneof(
      fc.record({ content: fc.array(fc.record({ type: fc.constant('text'), text: fc.string() })) }),
      fc.record({
        content: fc.constant([]),
        structuredContent: fc.dictionary(fc.string(), fc.jsonValue()),
        isError: fc.boolean(),
        _meta: fc.dictionary(fc.string(), fc.jsonValue()),
      }),
      fc.anything(),
    ),
  }),
  fc.record({
    kind: fc.constant('throws' as const),
    value: fc.oneof(
      fc.anything(),
      fc.string().map((message) => new Error(message)),
      fc.integer().map((code) => new McpError(code, 'no', { code })),
    ),
  }),
)

interface Seen {
  readonly answer: unknown
  readonly calls: number
  readonly received: unknown
}

/** Calls a tool that behaves so, and says what either side saw. */
async function play(
  { kind, value }: { kind: 'returns' | 'throws'; value: unknown },
  args: Record<string, unknown>,
  isInstrumented: boolean,
): Promise<Seen> {
  let calls = 0
  let received: unknown
  const { client, close } = await connectPair(
    (server) => {
      server.registerTool('x', {}, async (extra) => {
        calls++
        received = Object.keys(extra).sort()
        if (kind === 'throws') throw value
        // Nothing keeps a tool from returning what it likes.
        return value as never
      })
    },
    isInstrumented ? {} : { client: false, server: false },
  )
  const params = { name: 'x', arguments: args }
  Object.freeze(params)
  const answer = await client.callTool(params).then(
    (result) => ({ result }),
    (error: Error) => ({ ...error, name: error.name, message: error.message }),
  )
  await close()
  return { answer, calls, received }
}

describe('an instrumented client and server', () => {
  test('see and do what they would without instrumentation (REQ-36)', async () => {
    await fc.assert(
      fc.asyncProperty(behaviour, fc.dictionary(fc.string(), fc.jsonValue()), async (tool, args) => {
        const plain = await play(tool, args, false)
        const instrumented = await play(tool, args, true)
        expect(instrumented).toEqual(plain)
        expect(instrumented.calls).toBe(1)
        otel.reset()
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test('an error that the client throws is the one that the SDK made', async () => {
    const { client, close } = await connectPair(() => {})
    const signal = AbortSignal.abort(new Error('mine'))
    await expect(client.callTool({ name: 'x' }, undefined, { signal })).rejects.toBe(signal.reason)
    await close()
  })
})
