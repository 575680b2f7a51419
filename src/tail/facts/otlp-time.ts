import { expectation } from './otlp-problem.ts'
import { readNumber } from './otlp-values.ts'

// Nanoseconds since 1970 have more digits than a double holds: whole milliseconds and the rest are added up apart.

const NANOSECONDS = /^\d{1,20}$/
const NANOSECONDS_A_MS = 1e6
/** 2^32 nanoseconds are 4294 ms and 967296 ns. */
const UPPER_MS = 4294
const UPPER_NS = 967_296

/**
 * A time of OTLP/JSON in milliseconds with fractions; 0 where there is none. Throws an OtlpProblem where it is no
 * number of nanoseconds.
 */
export function readTime(value: unknown, path: string): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'string' && NANOSECONDS.test(value) && value.length < 20) return ofDigits(value)
  const nanoseconds = readNumber(value, path)
  if (!(nanoseconds >= 0 && nanoseconds < 2 ** 64)) {
    throw expectation(path, 'nanoseconds since the Unix epoch', value)
  }
  // The number itself is no better than a quarter of a microsecond.
  return Math.round(nanoseconds / 1000) / 1000
}

/** The same for the two halves of the number that protobuf writes. */
export function timeOfHalves(upper: number, lower: number): number {
  const rest = upper * UPPER_NS + lower
  return upper * UPPER_MS + Math.floor(rest / NANOSECONDS_A_MS) + (rest % NANOSECONDS_A_MS) / NANOSECONDS_A_MS
}

/** The same for decimal digits in bytes, at most 19 of them. */
export function timeOfDigits(bytes: Uint8Array, start: number, end: number): number {
  const middle = Math.max(start, end - 6)
  return digitsOf(bytes, start, middle) + digitsOf(bytes, middle, end) / NANOSECONDS_A_MS
}

function digitsOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 10 + ((bytes[at] ?? 0) - 0x30)
  return value
}

function ofDigits(digits: string): number {
  return Number(digits.slice(0, -6)) + Number(digits.slice(-6)) / NANOSECONDS_A_MS
}
