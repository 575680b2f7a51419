import { trace } from '@opentelemetry/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValidContext } from '../../src/self/span-context.ts'

const digits = (alphabet: string, lengths: readonly number[]) =>
  fc
    .constantFrom(...lengths)
    .chain((length) =>
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length }),
    )
const id = (length: number) =>
  fc.oneof(
    digits('0123456789abcdefABCDEF', [length]),
    digits('0123456789abcdef', [length - 1, length + 1]),
    digits('0', [length]),
    digits('0g', [length]),
    fc.string({ minLength: length, maxLength: length }),
  )

test('a span context is valid exactly when the API says so', () => {
  let valid = 0
  fc.assert(
    fc.property(id(32), id(16), fc.constantFrom(0, 1), (traceId, spanId, traceFlags) => {
      const context = { traceId, spanId, traceFlags }
      expect(isValidContext(context)).toBe(trace.isSpanContextValid(context))
      if (isValidContext(context)) valid++
    }),
    { numRuns: 2_000 },
  )
  expect(valid).toBeGreaterThan(30)
})

test('of a context that a propagator read, the digits are taken as given', () => {
  const read = { traceId: '0'.repeat(31).concat('1'), spanId: '0'.repeat(15).concat('1'), traceFlags: 0 }
  expect(isValidContext({ ...read, isRemote: true })).toBe(true)
  expect(isValidContext({ ...read, spanId: '0'.repeat(16), isRemote: true })).toBe(false)
  expect(isValidContext({ ...read, traceId: '0'.repeat(32), isRemote: true })).toBe(false)
  expect(isValidContext({ ...read, traceId: '1', isRemote: true })).toBe(false)
  expect(isValidContext({ ...read, spanId: 'x'.repeat(16) })).toBe(false)
})
