import fc from 'fast-check'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { SOME_ATTRIBUTES } from './some-attributes.ts'

const hex = (digits: number) =>
  fc
    .bigInt({ min: 1n, max: 16n ** BigInt(digits) - 1n })
    .map((value) => value.toString(16).padStart(digits, '0'))

const event: fc.Arbitrary<SpanInput['events'][number]> = fc.record({
  name: fc.constantFrom('exception', 'gen_ai.choice', ''),
  timeMs: fc.constantFrom(1_768_467_600_000.25, 1_768_467_600_250),
  attributes: fc.dictionary(
    fc.constantFrom('exception.type', 'exception.message', 'other'),
    fc.oneof(fc.constantFrom('Error', 'TimeoutError', 'fetch failed'), fc.integer()),
  ),
})

const span: fc.Arbitrary<SpanInput> = fc.record({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: fc.option(hex(16), { nil: undefined }),
  traceFlags: fc.constantFrom(0, 1, undefined),
  name: fc.oneof(
    fc.constantFrom('GET', 'execute_tool search'),
    fc.string({ unit: 'grapheme', maxLength: 150 }),
  ),
  kind: fc.constantFrom('internal', 'server', 'client', 'producer', 'consumer'),
  scope: fc.constantFrom('', 'ai', 'toolspan', 'größe'),
  service: fc.constantFrom('', 'orders', 'bestellungen-größe'),
  startMs: fc.constantFrom(1_768_467_600_000, 1_768_467_600_000.125, 5, 0.25),
  endMs: fc.constantFrom(1_768_467_600_250, undefined, 1_768_467_600_250.5),
  failed: fc.boolean(),
  attributes: SOME_ATTRIBUTES,
  events: fc.array(event, { maxLength: 2 }),
  links: fc.array(fc.record({ traceId: hex(32), spanId: hex(16) }), { maxLength: 1 }),
})

/** Spans with attributes of all vocabularies at once. */
export const MADE_SPANS: fc.Arbitrary<SpanInput[]> = fc.array(span, { minLength: 1, maxLength: 4 })
