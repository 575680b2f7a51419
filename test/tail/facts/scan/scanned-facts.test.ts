import { expect, test } from 'vitest'
import { createJsonScanner } from '../../../../src/tail/facts/scan/json-scanner.ts'
import { createScannedFacts } from '../../../../src/tail/facts/scan/scanned-facts.ts'
import type { SpanFacts } from '../../../../src/tail/facts/span-facts.ts'
import type { ToolFacts } from '../../../../src/tail/facts/tool-facts.ts'

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

function factsOf(tools: ToolFacts, attributes: readonly object[], times = 1): SpanFacts[] {
  const span = {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    name: 'call',
    startTimeUnixNano: '1768467600000000000',
    attributes,
  }
  const spans = Array.from({ length: times }, () => span)
  const bytes = new TextEncoder().encode(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
  const scanned = createScannedFacts(tools)
  const found: SpanFacts[] = []
  createJsonScanner().scan(bytes, 0, bytes.length, { scanned: (span) => found.push(scanned.read(span)) })
  return found
}

test('a span that only connects others becomes no object of its own', () => {
  const [first, second] = factsOf(new Map(), [text('server.address', 'orders.internal')], 2)
  expect(first).toBe(second)
  expect(first).toMatchObject({ name: 'call', role: 'other' })
})

test('spans that say something keep their facts', () => {
  const [first, second] = factsOf(new Map(), [text('gen_ai.tool.name', 'search')], 2)
  expect(first).not.toBe(second)
  expect(first?.tool).toBe('search')
})

test('what is known of a tool goes before what the span says', () => {
  const attributes = [
    text('gen_ai.operation.name', 'execute_tool'),
    text('gen_ai.tool.name', 'search'),
    text('toolspan.tool.effect', 'write'),
  ]
  const [facts] = factsOf(new Map([['search', { effect: 'read', idempotent: true }]]), attributes)
  expect(facts).toMatchObject({ effect: 'read', idempotent: true })
})
