import {
  bytesField,
  doubleField,
  type Field,
  fixed32Field,
  fixed64Field,
  hexField,
  message,
  textField,
  varintField,
} from './protobuf-writer.ts'

/** A value of OTLP/JSON, such as `{ stringValue: 'a' }`. */
export interface AnyValue {
  readonly stringValue?: string
  readonly boolValue?: boolean
  readonly intValue?: string
  readonly doubleValue?: number
  readonly arrayValue?: { readonly values: readonly AnyValue[] }
  readonly kvlistValue?: { readonly values: readonly KeyValue[] }
}

export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly flags?: number
  readonly name?: string
  readonly kind?: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano?: string
  readonly attributes?: readonly KeyValue[]
  readonly events?: readonly {
    readonly timeUnixNano: string
    readonly name: string
    readonly attributes?: readonly KeyValue[]
  }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code?: number; readonly message?: string }
}

export interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource?: { readonly attributes?: readonly KeyValue[] }
    readonly scopeSpans: readonly {
      readonly scope?: { readonly name?: string }
      readonly spans: readonly OtlpSpan[]
    }[]
  }[]
}

/** A request in OTLP/JSON as the bytes of the same request in protobuf. */
export function toProtobuf({ resourceSpans }: OtlpRequest): Uint8Array<ArrayBuffer> {
  return message(
    ...resourceSpans.map(({ resource, scopeSpans }) =>
      bytesField(
        1,
        message(
          bytesField(1, message(...keyValues(1, resource?.attributes))),
          ...scopeSpans.map(({ scope, spans }) =>
            bytesField(
              2,
              message(
                bytesField(1, message(textField(1, scope?.name ?? ''))),
                ...spans.map((span) => bytesField(2, spanMessage(span))),
              ),
            ),
          ),
        ),
      ),
    ),
  )
}

function spanMessage(span: OtlpSpan): Uint8Array {
  return message(
    hexField(1, span.traceId),
    hexField(2, span.spanId),
    ...(span.parentSpanId === undefined ? [] : [hexField(4, span.parentSpanId)]),
    textField(5, span.name ?? ''),
    varintField(6, span.kind ?? 0),
    fixed64Field(7, BigInt(span.startTimeUnixNano)),
    fixed64Field(8, BigInt(span.endTimeUnixNano ?? 0)),
    ...keyValues(9, span.attributes),
    ...(span.events ?? []).map((event) =>
      bytesField(
        11,
        message(
          fixed64Field(1, BigInt(event.timeUnixNano)),
          textField(2, event.name),
          ...keyValues(3, event.attributes),
        ),
      ),
    ),
    ...(span.links ?? []).map((link) =>
      bytesField(13, message(hexField(1, link.traceId), hexField(2, link.spanId))),
    ),
    bytesField(
      15,
      message(
        ...(span.status?.message === undefined ? [] : [textField(2, span.status.message)]),
        varintField(3, span.status?.code ?? 0),
      ),
    ),
    ...(span.flags === undefined ? [] : [fixed32Field(16, span.flags)]),
  )
}

function keyValues(number: number, list: readonly KeyValue[] = []): Field[] {
  return list.map(({ key, value }) =>
    bytesField(number, message(textField(1, key), bytesField(2, anyValue(value)))),
  )
}

function anyValue(value: AnyValue): Uint8Array {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value
  if (stringValue !== undefined) return textField(1, stringValue)
  if (boolValue !== undefined) return varintField(2, boolValue ? 1 : 0)
  if (intValue !== undefined) return varintField(3, BigInt(intValue))
  if (doubleValue !== undefined) return doubleField(4, doubleValue)
  if (arrayValue !== undefined) {
    return bytesField(5, message(...arrayValue.values.map((item) => bytesField(1, anyValue(item)))))
  }
  return kvlistValue === undefined ? message() : bytesField(6, message(...keyValues(1, kvlistValue.values)))
}
