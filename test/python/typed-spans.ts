import { WIRE, WireReader } from '../../src/tail/facts/otlp-wire.ts'

/** The name of an attribute and its type on the wire, which a reader of values cannot tell: 3.0 looks like 3. */
export interface TypedAttribute {
  readonly name: string
  readonly type: string
}

/** A span as it was sent. */
export interface TypedSpan {
  readonly name: string
  readonly attributes: readonly TypedAttribute[]
}

// Field numbers of opentelemetry-proto 1.10.
const ANY_VALUE = [
  [1, WIRE.bytes, 'string'],
  [2, WIRE.varint, 'boolean'],
  [3, WIRE.varint, 'int'],
  [4, WIRE.fixed64, 'double'],
] as const

/** The spans of an ExportTraceServiceRequest in protobuf. */
export function typedSpans(bytes: Uint8Array): TypedSpan[] {
  return inField(new WireReader(bytes), 1)
    .flatMap((resource) => inField(resource, 2))
    .flatMap((scope) => inField(scope, 2))
    .map((span) => {
      let name = ''
      const attributes: TypedAttribute[] = []
      while (span.next()) {
        const field = span.fieldOf(WIRE.bytes)
        if (field === 5) name = span.text()
        else if (field === 9) attributes.push(typed(span.message()))
        else span.skip()
      }
      return { name, attributes }
    })
}

function typed(keyValue: WireReader): TypedAttribute {
  let name = ''
  let type = 'none'
  while (keyValue.next()) {
    const field = keyValue.fieldOf(WIRE.bytes)
    if (field === 1) name = keyValue.text()
    else if (field === 2) type = typeOf(keyValue.message())
    else keyValue.skip()
  }
  return { name, type }
}

function typeOf(value: WireReader): string {
  let type = 'none'
  while (value.next()) {
    const scalar = ANY_VALUE.find(([field, wire]) => value.fieldOf(wire) === field)
    if (scalar !== undefined) type = scalar[2]
    else if (value.fieldOf(WIRE.bytes) === 5) {
      const items = new Set(inField(value.message(), 1).map(typeOf))
      type = `${items.size === 0 ? 'string' : [...items].join('|')}[]`
      continue
    }
    value.skip()
  }
  return type
}

function inField(message: WireReader, wanted: number): WireReader[] {
  const found: WireReader[] = []
  while (message.next()) {
    if (message.fieldOf(WIRE.bytes) === wanted) found.push(message.message())
    else message.skip()
  }
  return found
}
