import { attributeValue, type Json, MAX_DEPTH } from './otlp-values.ts'
import { WIRE, type WireReader } from './otlp-wire.ts'
import type { AttributeValue } from './span-input.ts'

// Field numbers of opentelemetry/proto/common/v1/common.proto (opentelemetry-proto 1.10).
const KEY_VALUE = { key: 1, value: 2 } as const
const ANY_VALUE = { text: 1, boolean: 2, integer: 3, double: 4, array: 5, map: 6 } as const
const LIST = { values: 1 } as const

/** Reads one attribute into `attributes`, in the form that OTLP/JSON takes, too. */
export function readKeyValue(message: WireReader, attributes: Record<string, AttributeValue>): void {
  const { key, value } = keyValue(message, MAX_DEPTH)
  const held = attributeValue(value)
  if (held !== undefined && key !== '__proto__') attributes[key] = held
}

function keyValue(message: WireReader, depth: number): { key: string; value: Json | undefined } {
  let key = ''
  let value: Json | undefined
  while (message.next()) {
    const field = message.fieldOf(WIRE.bytes)
    if (field === KEY_VALUE.key) key = message.text()
    else if (field === KEY_VALUE.value) value = anyValue(message.message(), depth)
    else message.skip()
  }
  return { key, value }
}

/** Undefined where the value is empty, bytes, of a kind that is not known, or too deep. */
function anyValue(message: WireReader, depth: number): Json | undefined {
  if (depth === 0) return undefined
  let value: Json | undefined
  while (message.next()) {
    if (message.fieldOf(WIRE.bytes) === ANY_VALUE.text) value = message.text()
    else if (message.fieldOf(WIRE.varint) === ANY_VALUE.boolean) value = message.unsigned() !== 0
    else if (message.fieldOf(WIRE.varint) === ANY_VALUE.integer) value = message.signed()
    else if (message.fieldOf(WIRE.fixed64) === ANY_VALUE.double) value = message.double()
    else if (message.fieldOf(WIRE.bytes) === ANY_VALUE.array) value = list(message.message(), depth)
    else if (message.fieldOf(WIRE.bytes) === ANY_VALUE.map) value = map(message.message(), depth)
    else message.skip()
  }
  return value
}

function list(message: WireReader, depth: number): Json {
  const values: Json[] = []
  while (message.next()) {
    if (message.fieldOf(WIRE.bytes) === LIST.values)
      values.push(anyValue(message.message(), depth - 1) ?? null)
    else message.skip()
  }
  return values
}

function map(message: WireReader, depth: number): Json {
  const entries: [string, Json][] = []
  while (message.next()) {
    if (message.fieldOf(WIRE.bytes) !== LIST.values) message.skip()
    else {
      const { key, value } = keyValue(message.message(), depth - 1)
      entries.push([key, value ?? null])
    }
  }
  return Object.fromEntries(entries)
}
