import { ATTRIBUTE_GROUPS } from '../../semconv/attributes/index.ts'
import { expectation } from './otlp-problem.ts'
import { isJsonObject, readArray } from './otlp-values.ts'
import type { AttributeValue } from './span-input.ts'

/** Jaeger has no lists: it keeps them as JSON text. These are the names that are lists everywhere else. */
const LISTS: ReadonlySet<string> = new Set(
  ATTRIBUTE_GROUPS.flatMap(({ attributes }) => attributes)
    .filter(({ type }) => type === 'string[]')
    .map(({ name }) => name),
)
const HEADER = /^http\.(?:request|response)\.header\./

/** The tags of a span, or the fields of a log. Throws an OtlpProblem where the list is none. */
export function readTags(list: unknown, path: string): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {}
  for (const [index, tag] of readArray(list, path).entries()) {
    if (!isJsonObject(tag)) throw expectation(`${path}[${index}]`, 'an object with key and value', tag)
    if (typeof tag.key !== 'string') throw expectation(`${path}[${index}].key`, 'a text', tag.key)
    const value = readTag(tag.key, tag.type, tag.value)
    if (value !== undefined && tag.key !== '__proto__') attributes[tag.key] = value
  }
  return attributes
}

function readTag(key: string, type: unknown, value: unknown): AttributeValue {
  if (type === 'binary') return undefined
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (type === 'bool') return value === 'true'
  if (type === 'int64' || type === 'float64') return value.trim() === '' ? undefined : Number(value)
  return LISTS.has(key) || HEADER.test(key) ? (listOf(value) ?? value) : value
}

function listOf(text: string): AttributeValue {
  if (!text.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined
  } catch {
    return undefined
  }
}
