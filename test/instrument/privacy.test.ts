import { SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { McpClientOptions } from '../../src/instrument/mcp-options.ts'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { connectPair } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const SECRET = 'sk-live-4242'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

/** Plays every way for a payload to get near a span, and gives back all that the spans hold. */
async function play(options: McpClientOptions): Promise<string> {
  const { client, close } = await connectPair(
    (server) => {
      const inputSchema = { key: z.string() }
      server.registerTool('answer', { inputSchema }, ({ key }) => ({
        content: [{ type: 'text', text: key }],
      }))
      server.registerTool('fail', { inputSchema }, ({ key }) => ({
        content: [{ type: 'text', text: `${key} is wrong` }],
        structuredContent: { errorCategory: 'permission', isRetryable: false, message: `${key} is wrong` },
        isError: true,
      }))
      server.registerTool('throw', { inputSchema }, ({ key }) => {
        throw new Error(`${key} is wrong`)
      })
      server.registerResource('r', `file:///a?token=${SECRET}`, {}, () => ({ contents: [] }))
    },
    { client: options, server: options },
  )
  for (const name of ['answer', 'fail', 'throw', 'nope']) {
    await client.callTool({ name, arguments: { key: SECRET } })
  }
  await client.callTool({ name: 'answer', arguments: { key: [SECRET] } })
  await client.readResource({ uri: `file:///a?token=${SECRET}` })
  await expect(client.readResource({ uri: `https://user:${SECRET}@host/b` })).rejects.toThrow(SECRET)
  await close()
  const tool = traceTool('local', (key: string) => key, options)
  tool(SECRET)
  const bad = traceTool('local', (key: string) => Promise.reject(new Error(key)), options)
  await expect(bad(SECRET)).rejects.toThrow(SECRET)
  return JSON.stringify(
    otel.spans().map((span) => [span.name, span.attributes, span.status, span.events, span.links]),
  )
}

describe('what leaves the process', () => {
  test('no argument, result or error text does by default', async () => {
    expect(await play({})).not.toContain(SECRET)
    expect(otel.spans().every((span) => span.status.message === undefined)).toBe(true)
  })

  test('arguments do when they are switched on, alone', async () => {
    await play({ captureArguments: true })
    const spans = otel.spans()
    const byName = (name: string) => spans.filter((span) => span.name === name)
    for (const span of byName('tools/call fail')) {
      expect(span.attributes['gen_ai.tool.call.arguments']).toBe(`{"key":"${SECRET}"}`)
      expect(span.attributes).not.toHaveProperty('toolspan.error.detail')
    }
    expect(byName('execute_tool local')[0]?.attributes['gen_ai.tool.call.arguments']).toBe(SECRET)
    expect(byName('resources/read')[0]?.attributes['mcp.resource.uri']).toBe(`file:///a?token=${SECRET}`)
    expect(spans.some((span) => 'gen_ai.tool.call.result' in span.attributes)).toBe(false)
  })

  test('results do when they are switched on, and only of calls that went well', async () => {
    await play({ captureResult: true })
    const withResult = otel.spans().filter((span) => 'gen_ai.tool.call.result' in span.attributes)
    expect(withResult.map((span) => span.name)).toEqual([
      'tools/call answer',
      'tools/call answer',
      'execute_tool local',
    ])
  })

  test('error texts do when they are switched on, in the status, too', async () => {
    await play({ captureErrorDetail: true })
    for (const span of otel.spans().filter((each) => each.name === 'tools/call fail')) {
      expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: `${SECRET} is wrong` })
      expect(span.attributes['toolspan.error.detail']).toBe(`${SECRET} is wrong`)
    }
  })

  test('a redactor sees all of it first, and length is limited', async () => {
    const everything = { captureArguments: true, captureResult: true, captureErrorDetail: true }
    const seen = new Set<string>()
    const text = await play({
      ...everything,
      redact(value, source) {
        seen.add(source.kind)
        return JSON.stringify(value).replaceAll(SECRET, '***')
      },
    })
    expect(text).not.toContain(SECRET)
    expect([...seen].sort()).toEqual(['arguments', 'error_detail', 'result'])
    otel.reset()
    await play({ ...everything, maxCapturedLength: 5 })
    const spans = otel.spans().map((span) => span.attributes)
    expect(Math.max(...spans.map((each) => String(each['gen_ai.tool.call.arguments'] ?? '').length))).toBe(5)
    expect(Math.max(...spans.map((each) => String(each['toolspan.error.detail'] ?? '').length))).toBe(5)
  })

  test('a redactor that gives nothing back keeps it in', async () => {
    expect(
      await play({ captureResult: true, captureErrorDetail: true, redact: () => undefined }),
    ).not.toContain(SECRET)
  })
})
