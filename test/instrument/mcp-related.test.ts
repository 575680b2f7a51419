// What a server sends within a request belongs to that request, also where its context was lost on the way: the SDK
// says which request it is.
import * as api from '@opentelemetry/api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2 } from '../support/mcp-kit-v2.ts'
import { ELICIT, type ToolRun } from '../support/mcp-scenario-tools.ts'
import { type SpanLine, spanLine } from '../support/mcp-seen.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const { CLIENT, SERVER } = api.SpanKind

let otel: TestOtel
let session: Session
beforeEach(() => {
  otel = registerOtel()
})
afterEach(async () => {
  await session.close()
  unregisterOtel()
})

const line = (name: string, kind: api.SpanKind): SpanLine | undefined =>
  otel
    .spans()
    .map(spanLine)
    .find((each) => each.name === name && each.kind === kind)

describe.each([v1, v2])('with $name', (kit) => {
  async function ask(within: (work: () => Promise<unknown>) => Promise<unknown>): Promise<void> {
    const run = async (tool: ToolRun): Promise<unknown> => {
      await within(() => tool.ask(ELICIT))
      return { content: [] }
    }
    session = await kit.connect('memory', { tools: [{ name: 'x', run }] })
    await session.callTool({ name: 'x' })
  }

  test('a question that is asked outside of any context is a child of its call', async () => {
    await ask((work) => api.context.with(api.ROOT_CONTEXT, work))
    const call = line('tools/call x', SERVER)
    const asked = line('elicitation/create', CLIENT)
    expect(asked).toMatchObject({ traceId: call?.traceId, parentSpanId: call?.spanId })
    expect(line('elicitation/create', SERVER)?.parentSpanId).toBe(asked?.spanId)
  })

  test('so is one that is asked from within another trace', async () => {
    await ask((work) =>
      otel.tracer.startActiveSpan('pool', { root: true }, async (span) => {
        await work()
        span.end()
      }),
    )
    const call = line('tools/call x', SERVER)
    expect(line('elicitation/create', CLIENT)).toMatchObject({
      traceId: call?.traceId,
      parentSpanId: call?.spanId,
    })
  })

  test('a span of the call that lies in between stays the parent', async () => {
    await ask((work) =>
      otel.tracer.startActiveSpan('step', async (span) => {
        await work()
        span.end()
      }),
    )
    expect(line('elicitation/create', CLIENT)?.parentSpanId).toBe(line('step', api.SpanKind.INTERNAL)?.spanId)
  })

  test('it is one in a host without a context manager, too', async () => {
    api.context.disable()
    await ask((work) => work())
    const call = line('tools/call x', SERVER)
    expect(call?.parentSpanId).toBe(line('tools/call x', CLIENT)?.spanId)
    expect(line('elicitation/create', CLIENT)?.parentSpanId).toBe(call?.spanId)
    expect(line('elicitation/create', SERVER)?.parentSpanId).toBe(line('elicitation/create', CLIENT)?.spanId)
  })
})
