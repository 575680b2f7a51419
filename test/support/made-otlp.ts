import fc from 'fast-check'
import type { AnyValue, KeyValue, OtlpRequest, OtlpSpan } from './otlp-protobuf.ts'

// Arbitrary requests in OTLP/JSON that mean the same in protobuf.

const hexId = (digits: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: digits, maxLength: digits })
    .map((letters) => letters.join(''))
    .filter((id) => !/^0+$/.test(id))

const wellFormed = (text: fc.Arbitrary<string>) => text.filter((value) => value.isWellFormed())
const text = wellFormed(fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 12 })))
const nanoseconds = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)

const anyValue: fc.Arbitrary<AnyValue> = fc.letrec<{ value: AnyValue; entry: KeyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({ doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 4 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: fc.array(tie('entry'), { maxLength: 4 }) }) }),
  ),
  entry: fc.record({ key: text, value: tie('value') }),
})).value

const attributes = fc.array(fc.record({ key: text, value: anyValue }), { maxLength: 6 })

const span: fc.Arbitrary<OtlpSpan> = fc.record(
  {
    traceId: hexId(32),
    spanId: hexId(16),
    parentSpanId: hexId(16),
    flags: fc.nat(0xffff),
    name: text,
    kind: fc.nat(7),
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    events: fc.array(fc.record({ timeUnixNano: nanoseconds, name: text, attributes }), { maxLength: 2 }),
    links: fc.array(fc.record({ traceId: hexId(32), spanId: hexId(16) }), { maxLength: 2 }),
    status: fc.record(
      {
        code: fc.nat(3),
        message: fc.constantFrom('503 Service Unavailable', '403 "Forbidden"', '', 'größer'),
      },
      { requiredKeys: ['code'] },
    ),
  },
  { requiredKeys: ['traceId', 'spanId', 'startTimeUnixNano'] },
)

/** Any request, from an empty one to one with several resources and scopes. */
export const otlpRequest: fc.Arbitrary<OtlpRequest> = fc.record({
  resourceSpans: fc.array(
    fc.record({
      resource: fc.record({
        attributes: fc.array(
          fc.record({
            key: fc.constantFrom('service.name', 'host.name'),
            value: fc.record({ stringValue: text }),
          }),
          { maxLength: 2 },
        ),
      }),
      scopeSpans: fc.array(
        fc.record({ scope: fc.record({ name: text }), spans: fc.array(span, { maxLength: 3 }) }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 3 },
  ),
})
