import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprint } from '../../src/instrument/fingerprint.ts'
import { COMPUTED } from '../../src/outcome/evidence/stored.ts'

const of = (value: unknown) => fingerprint('tool', value, 'salt')

test('what stands inside an object is told from what stands beside it', () => {
  expect(of({ filter: { status: 'open' } })).not.toBe(of({ filter: {}, status: 'open' }))
  expect(of({ a: { b: { c: 1 } } })).not.toBe(of({ a: { b: {} }, c: 1 }))
})

test('two different JSON values never look alike, two equal ones always do', () => {
  const seen = new Map<string, string>()
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const text = JSON.stringify(sorted(value))
      const known = of(value)
      if (known === undefined) throw new Error(`no fingerprint for ${text}`)
      expect(seen.get(known) ?? text).toBe(text)
      seen.set(known, text)
      expect(of(JSON.parse(JSON.stringify(value)))).toBe(known)
    }),
    { numRuns: 2_000 },
  )
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

test('texts that differ in some characters only are told apart', () => {
  const seen = new Set<string | undefined>()
  for (let first = 0; first < 300; first++) {
    for (let second = 0; second < 300; second++) {
      seen.add(of(`${String.fromCharCode(97 + first, 97 + second)}xx${String.fromCharCode(97 + second)}yyy`))
    }
  }
  expect(seen.size).toBe(90_000)
})

test('big integers, addresses and dates are told apart by what they say', () => {
  expect(of(1n)).not.toBe(of(2n))
  expect(of(new URL('https://a.test/1'))).not.toBe(of(new URL('https://a.test/2')))
  expect(of(new URL('https://a.test/1'))).toBe(of('https://a.test/1'))
  expect(of(new Date(0))).toBe(of('1970-01-01T00:00:00.000Z'))
})

test('a value that does not show what is in it has no fingerprint', () => {
  class Hidden {
    readonly #id: number
    constructor(id: number) {
      this.#id = id
    }
    get id() {
      return this.#id
    }
  }
  expect(of({ by: new Hidden(1) })).toBeUndefined()
  expect(of({ pattern: /a/ })).toBeUndefined()
  expect(of(new URLSearchParams('a=1'))).toBeUndefined()
  for (const value of [COMPUTED, [COMPUTED], { rows: COMPUTED }]) expect(of(value)).toBeUndefined()
  expect(of(Object.create(null))).toBe(of({}))
})

test('what JSON writes as null in a list counts as null', () => {
  expect(of([undefined])).toBe(of([null]))
  expect(of([() => {}])).toBe(of([null]))
})
