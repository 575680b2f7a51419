import type { AttributeValue, SpanInput } from './span-input.ts'

/** Longer texts are cut: facts are bounded whatever a span carries. */
const MAX_TEXT_LENGTH = 256
/** A list recorded as a longer text is not read. */
const MAX_LIST_LENGTH = 262_144

/** A non-empty text, cut to 256 characters; numbers and booleans as text; else undefined. */
export function textOf(value: AttributeValue): string | undefined {
  if (typeof value === 'string') {
    if (value === '') return undefined
    return value.length > MAX_TEXT_LENGTH ? value.slice(0, MAX_TEXT_LENGTH) : value
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** A whole number >= 0, also when it arrives as text; else undefined. */
export function countOf(value: AttributeValue): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

/** The sum of two counts, of which one may be missing; undefined where both are. */
export function sumOfCounts(one: AttributeValue, other: AttributeValue): number | undefined {
  const first = countOf(one)
  const second = countOf(other)
  return first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0)
}

/** A whole number >= 1; else undefined. */
export function positiveOf(value: AttributeValue): number | undefined {
  const count = countOf(value)
  return count === 0 ? undefined : count
}

/** A boolean; else undefined. */
export function flagOf(value: AttributeValue): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** The first texts of a list, at most 16; undefined where there is no list. */
export function textsOf(value: AttributeValue): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, 16).flatMap((item) => textOf(item ?? undefined) ?? [])
}

/** How many items a list has, also one that is recorded as JSON text; undefined for anything else. */
export function listLengthOf(value: AttributeValue): number | undefined {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'string' || !value.startsWith('[') || value.length > MAX_LIST_LENGTH) return undefined
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.length : undefined
  } catch {
    return undefined
  }
}

/** `value` when it is one of `allowed`; else undefined. */
export function memberOf<T extends string>(allowed: readonly T[], value: AttributeValue): T | undefined {
  // Most attributes are absent.
  if (typeof value !== 'string') return undefined
  for (let index = 0; index < allowed.length; index++) if (allowed[index] === value) return allowed[index]
  return undefined
}

/**
 * The attributes that a captured HTTP header is recorded as: by today's conventions, and as before
 * semantic-conventions 1.23 and by many instrumentations still, with underscores.
 */
export function headerNames(direction: 'request' | 'response', header: string): readonly string[] {
  const known = NAMES_OF_HEADERS[direction].get(header)
  if (known !== undefined) return known
  const prefix = HEADER_PREFIX[direction]
  const names = header.includes('-')
    ? [prefix + header, prefix + header.replaceAll('-', '_')]
    : [prefix + header]
  NAMES_OF_HEADERS[direction].set(header, names)
  return names
}

const HEADER_PREFIX = { request: 'http.request.header.', response: 'http.response.header.' } as const

/** Whether a captured HTTP header is recorded as the attribute. */
export function isHeader(name: string): boolean {
  return name.startsWith(HEADER_PREFIX.request) || name.startsWith(HEADER_PREFIX.response)
}

/** Only headers that code asks for by name get in here. */
const NAMES_OF_HEADERS = {
  request: new Map<string, readonly string[]>(),
  response: new Map<string, readonly string[]>(),
}

/** The first value of a captured HTTP header: conventions record a list, some instrumentations a text. */
export function headerOf(
  span: SpanInput,
  direction: 'request' | 'response',
  header: string,
): string | undefined {
  if (span.hasHeaders === false) return undefined
  for (const name of headerNames(direction, header)) {
    const value = span.attributes[name]
    if (value !== undefined) return textOf(Array.isArray(value) ? (value[0] ?? undefined) : value)
  }
  return undefined
}
