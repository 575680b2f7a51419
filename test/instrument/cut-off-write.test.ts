import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

const statusCheck = { tool: 'get_refund', arguments: { order: 'order-88' } }
const terms = { owner: 'refunds', maxAttempts: 3, deadlineMs: 60_000, attemptTimeoutMs: 1, statusCheck }
const hang = () => new Promise<never>(() => {})
const write = { destructiveHint: true }

describe.each([v1, v2, v2Modern])('$name: a write of a tool that its own timer cut off', (kit) => {
  const answerOf = async (run: () => unknown) => {
    const tools = [{ name: 'refund', annotations: write, run }]
    const session = await kit.connect('memory', { tools })
    try {
      await session.request('tools/list')
      return Object(await session.callTool({ name: 'refund' }))
    } finally {
      await session.close()
    }
  }

  test('answers that its outcome is not known and which call tells (REQ-18)', async () => {
    const answer = await answerOf(() => recover(terms, hang))
    expect(answer.isError).toBe(true)
    expect(answer.structuredContent).toMatchObject({
      status: 'indeterminate',
      isRetryable: false,
      attemptCount: 1,
      statusCheck,
    })
    expect(answer.content[0].text).toContain('Do not repeat it. Check first: get_refund with order=order-88.')
    for (const span of otel.spans().filter(({ name }) => name === 'tools/call refund')) {
      expect(span.attributes['toolspan.result.status']).toBe('indeterminate')
    }
  })

  test("a platform's own timeout stays what the SDK makes of it", async () => {
    const cut = new DOMException('The operation timed out', 'TimeoutError')
    const answer = await answerOf(() => Promise.reject(cut))
    expect(answer).toMatchObject({ isError: true, content: [{ type: 'text', text: cut.message }] })
    expect(answer).not.toHaveProperty('structuredContent')
  })
})
