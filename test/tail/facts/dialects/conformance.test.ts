import fc from 'fast-check'
import { expect, test } from 'vitest'
import { READ_ATTRIBUTES } from '../../../../src/tail/facts/attribute-table.ts'
import { DIALECTS } from '../../../../src/tail/facts/dialects/index.ts'
import { DIALECT_NAMES } from '../../../../src/tail/facts/dialects/names.ts'
import { emptyFacts } from '../../../../src/tail/facts/packed/layout.ts'
import type { SpanInput } from '../../../../src/tail/facts/span-input.ts'
import { SOME_ATTRIBUTES } from '../../../support/some-attributes.ts'

const KINDS = ['internal', 'server', 'client', 'producer', 'consumer'] as const

const SPANS: fc.Arbitrary<SpanInput> = fc.record({
  traceId: fc.constant('4bf92f3577b34da6a3ce929d0e0e4736'),
  spanId: fc.constant('00f067aa0ba902b7'),
  name: fc.constantFrom('execute_tool search', 'GET', ''),
  kind: fc.constantFrom(...KINDS),
  scope: fc.constantFrom('', 'ai', 'toolspan'),
  service: fc.constant('orders'),
  startMs: fc.constant(1000),
  endMs: fc.constant(2000),
  failed: fc.boolean(),
  attributes: SOME_ATTRIBUTES,
  events: fc.constant([]),
  links: fc.constant([]),
})

test('no dialect looks at an attribute that it does not name', () => {
  const named = new Set(READ_ATTRIBUTES.map(({ name }) => name))
  fc.assert(
    fc.property(SPANS, (span) => {
      const attributes = new Proxy(span.attributes, {
        get(target, name) {
          if (!named.has(String(name))) throw new Error(`${String(name)} is read and not named`)
          return target[String(name)]
        },
        has() {
          throw new Error('a name is looked for with "in"')
        },
      })
      const facts = { ...emptyFacts(), failed: span.failed }
      for (const dialect of DIALECTS) dialect.read({ ...span, attributes }, facts)
    }),
    { numRuns: 500 },
  )
})

test('a dialect leaves the facts of a span without its marks as they are', () => {
  fc.assert(
    fc.property(SPANS, (span) => {
      const facts = { ...emptyFacts(), failed: span.failed }
      for (const [index, dialect] of DIALECTS.entries()) {
        const { id = '', marks = [] } = DIALECT_NAMES[index] ?? {}
        const others = Object.entries(span.attributes).filter(([name]) => !marks.includes(name))
        const before = structuredClone(facts)
        dialect.read({ ...span, attributes: Object.fromEntries(others) }, facts)
        expect(facts, id).toEqual(before)
        dialect.read(span, facts)
      }
    }),
    { numRuns: 500 },
  )
})
