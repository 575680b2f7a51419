import { SpanKind } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Kit, Session } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { type Seen, type SpanLine, spanLine, spanOf } from '../support/mcp-seen.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

let seen: Seen | undefined
let session: Session | undefined

beforeAll(() => {
  registerOtel({
    processors: [
      {
        onStart() {},
        onEnd: (span) => seen?.add({ span: spanLine(span) }),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  })
})
afterEach(async () => {
  await session?.close()
  session = undefined
})
afterAll(unregisterOtel)

async function echo(kit: Kit, way: 'stdio' | 'http'): Promise<{ sent: SpanLine; received: SpanLine }> {
  session = await kit.connect(way, { server: { trustInbound: false } })
  seen = session.seen
  await session.callTool({ name: 'echo', arguments: { text: 'x' } })
  const name = 'tools/call echo'
  return {
    sent: await seen.first(spanOf(name, SpanKind.CLIENT)),
    received: await seen.first(spanOf(name, SpanKind.SERVER)),
  }
}

describe.each([v1, v2, v2Modern])('a server of $name that is open to strangers', (kit) => {
  test('links what a caller claims and starts a trace of its own', async () => {
    const { sent, received } = await echo(kit, 'stdio')
    expect(received.parentSpanId).toBeUndefined()
    expect(received.traceId).not.toBe(sent.traceId)
    expect(received.links).toEqual([sent.spanId])
  })

  test('goes on with what is active at its own end', async () => {
    const { sent, received } = await echo(kit, 'http')
    const post = await session?.seen.first((sight) =>
      'span' in sight && sight.span.name === 'POST' && sight.span.spanId === received.parentSpanId
        ? sight.span
        : undefined,
    )
    expect(post?.traceId).toBe(received.traceId)
    expect(received.links).toEqual([sent.spanId])
  })
})
