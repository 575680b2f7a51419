import { type KnownKey, knownKey } from './otlp-keys.ts'
import { expectation, within } from './otlp-problem.ts'
import type { AttributeValue } from './span-input.ts'

/** Structured values longer than this are left out: no rule reads that much text. */
const MAX_STRUCTURE_CHARACTERS = 4096
/** Values nested deeper than this are left out: no real attribute is, and a hostile one must not fill the stack. */
export const MAX_DEPTH = 16

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** An object of JSON whose keys are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The array at `path`, empty where it is left out. Throws an OtlpProblem where it is something else. */
export function readArray(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw expectation(path, 'an array', value)
  return value
}

/** A number that OTLP/JSON may write as a decimal text. Throws an OtlpProblem where it is neither. */
export function readNumber(value: unknown, path: string): number {
  if (typeof value === 'number') return value
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  if (Number.isNaN(number) && value !== 'NaN') throw expectation(path, 'a number', value)
  return number
}

/**
 * Attributes as flat values. Arrays of scalars stay arrays; other structures become JSON text where they are small
 * and are left out where they are not; bytes are left out.
 */
export function readAttributes(list: unknown, path: string): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {}
  if (list === undefined || list === null) return attributes
  const entries = readArray(list, path)
  let before: KnownKey | undefined
  let index = 0
  try {
    for (; index < entries.length; index++) {
      const entry = entries[index]
      if (!isJsonObject(entry)) throw expectation('', 'an object with key and value', entry)
      if (typeof entry.key !== 'string') throw expectation('key', 'a text', entry.key)
      const value = attributeValue(readValue(entry.value, MAX_DEPTH))
      before = knownKey(entry.key, before)
      if (value !== undefined && before.key !== '__proto__') attributes[before.key] = value
    }
  } catch (error) {
    throw within(`${path}[${index}]`, error)
  }
  return attributes
}

/** A value as an attribute: flat lists stay lists, other structures become JSON text where they are small. */
export function attributeValue(value: Json | undefined): AttributeValue {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return value
  if (isFlat(value)) return value
  const text = JSON.stringify(value)
  return text.length <= MAX_STRUCTURE_CHARACTERS ? text : undefined
}

function isFlat(value: object): value is readonly (string | number | boolean | null)[] {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)
}

/** An AnyValue; undefined where it is empty, bytes, of a kind that is not known, or too deep. */
export function readValue(value: unknown, depth: number): Json | undefined {
  if (value === undefined || value === null) return undefined
  if (!isJsonObject(value)) throw expectation('value', 'an object such as {"stringValue": …}', value)
  if (typeof value.stringValue === 'string') return value.stringValue
  if (depth === 0) return undefined
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value
  if (stringValue !== undefined) return readScalar(stringValue, 'string', 'value.stringValue')
  if (boolValue !== undefined) return readScalar(boolValue, 'boolean', 'value.boolValue')
  if (intValue !== undefined) return readNumber(intValue, 'value.intValue')
  if (doubleValue !== undefined) return readNumber(doubleValue, 'value.doubleValue')
  if (isJsonObject(arrayValue)) {
    const values = readArray(arrayValue.values, 'value.arrayValue.values')
    return values.map((item) => readValue(item, depth - 1) ?? null)
  }
  return isJsonObject(kvlistValue) ? readKeyValues(kvlistValue.values, depth) : undefined
}

function readKeyValues(list: unknown, depth: number): Json {
  const entries: [string, Json][] = []
  for (const entry of readArray(list, 'value.kvlistValue.values')) {
    if (!isJsonObject(entry) || typeof entry.key !== 'string') {
      throw expectation('value.kvlistValue.values', 'objects with key and value', entry)
    }
    entries.push([entry.key, readValue(entry.value, depth - 1) ?? null])
  }
  return Object.fromEntries(entries)
}

function readScalar(value: unknown, type: 'string' | 'boolean', path: string): string | boolean {
  if ((typeof value === 'string' || typeof value === 'boolean') && typeof value === type) return value
  throw expectation(path, type === 'string' ? 'a text' : 'true or false', value)
}
