import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readWireEcho } from '../../src/budget/wire-echo.ts'
import { ECHO_FIELDS, LEDGER_FIELDS, type WireField } from '../../src/budget/wire-fields.ts'
import { readWireLedger } from '../../src/budget/wire-ledger.ts'

/** A value of the field of this size: a number, or the length of a text. */
function sized({ type }: WireField, size: number): unknown {
  if (type === 'true') return true
  return type === 'text' ? 'x'.repeat(Math.max(0, size)) : size
}

const whole = (fields: readonly WireField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, sized(field, field.most ?? 1)]))

const KINDS = [
  ['a ledger', LEDGER_FIELDS, readWireLedger],
  ['an echo', ECHO_FIELDS, readWireEcho],
] as const

describe.each(KINDS)('the fields of %s are declared as they are read', (_name, fields, read) => {
  const isBelieved = (changed: Record<string, unknown>): boolean =>
    typeof read({ ...whole(fields), ...changed }) !== 'string'
  const bounded = fields.filter(({ type }) => type !== 'true')

  test.each(bounded)('$name', (field) => {
    const { name, least = 0, most = 0, isOptional } = field
    expect(isBelieved({ [name]: sized(field, least) })).toBe(true)
    expect(isBelieved({ [name]: sized(field, most) })).toBe(true)
    expect(isBelieved({ [name]: sized(field, most + 1) })).toBe(false)
    expect(isBelieved({ [name]: sized(field, least - 1) })).toBe(false)
    expect(isBelieved({ [name]: [] })).toBe(false)
    expect(isBelieved({ [name]: undefined })).toBe(isOptional)
  })

  test('and no other is read', () => {
    const { alone: _, ...all } = whole(fields)
    expect(read({ ...all, more: 1 })).toEqual(all)
  })
})

describe('the ledgers that Python is held to', () => {
  const file = new URL('../../examples/python/tests/ledgers.json', import.meta.url)
  const cases: { believed: unknown[]; ignored: unknown[] } = JSON.parse(readFileSync(file, 'utf8'))

  test.each(cases.believed.map((ledger) => [ledger]))('%j is believed', (ledger) => {
    expect(readWireLedger(ledger)).toBeTypeOf('object')
  })

  test.each(cases.ignored.map((ledger) => [ledger]))('%j is ignored', (ledger) => {
    expect(readWireLedger(ledger)).toBeTypeOf('string')
  })
})
