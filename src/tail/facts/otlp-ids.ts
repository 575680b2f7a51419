import { expectation } from './otlp-problem.ts'

const HEX = /^[0-9a-f]+$/i
const LOWER_HEX = /^[0-9a-f]+$/
const DIGIT_0 = 0x30
const ZEROS = /^0+$/
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/**
 * An id of `hexDigits` digits in lower case. OTLP/JSON writes ids in hex; the general JSON mapping of protobuf, which
 * some exporters use all the same, writes them in base64: both are read, their lengths cannot be confused.
 * Throws an OtlpProblem where it is neither, or all zeros, which means "no id".
 */
export function readId(value: unknown, path: string, hexDigits: 16 | 32): string {
  if (isPlainId(value, hexDigits)) return value
  const id = typeof value === 'string' ? hexId(value, hexDigits) : undefined
  if (id === undefined) throw expectation(path, `${hexDigits} hex digits`, value)
  if (ZEROS.test(id)) throw expectation(path, `${hexDigits} hex digits that are not all zero`, value)
  return id
}

/** The same for an id that may be left out: nothing, an empty text and all zeros are no id. */
export function readOptionalId(value: unknown, path: string, hexDigits: 16 | 32): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (isPlainId(value, hexDigits)) return value
  if (typeof value === 'string' && ZEROS.test(value)) return undefined
  return readId(value, path, hexDigits)
}

/** Nearly every id: as it has to be already, and by its first digit not all zeros. */
function isPlainId(value: unknown, hexDigits: number): value is string {
  return (
    typeof value === 'string' &&
    value.length === hexDigits &&
    value.charCodeAt(0) !== DIGIT_0 &&
    LOWER_HEX.test(value)
  )
}

function hexId(text: string, hexDigits: number): string | undefined {
  if (text.length === hexDigits) return HEX.test(text) ? text.toLowerCase() : undefined
  return fromBase64(text, hexDigits / 2)
}

function fromBase64(text: string, bytes: number): string | undefined {
  const padded = Math.ceil(bytes / 3) * 4
  const unpadded = Math.ceil((bytes * 4) / 3)
  if ((text.length !== padded && text.length !== unpadded) || !BASE64.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    if (binary.length !== bytes) return undefined
    return Array.from(binary, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}
