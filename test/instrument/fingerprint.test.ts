import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fingerprint, fingerprintKey, resultFingerprint } from '../../src/instrument/fingerprint.ts'

const SALT = '0af7651916cd43dd8448eb211c80319c'

describe('fingerprint of a tool call', () => {
  test('is 12 lower-case hex digits', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (tool, args) => {
        expect(fingerprint(tool, args, SALT)).toMatch(/^[0-9a-f]{12}$/)
      }),
    )
  })

  test('is the same in another process, which has read the arguments from JSON', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true }), (args) => {
        const sent = { args, at: new Date(0), nothing: undefined, none: Number.NaN, negative: -0 }
        const json = jsonOf(sent)
        fc.pre(json !== undefined)
        fc.pre(isPlain(args))
        expect(fingerprint('t', JSON.parse(json ?? ''), SALT)).toBe(fingerprint('t', sent, SALT))
      }),
    )
  })

  test('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        const reversed = Object.fromEntries(Object.entries(args).reverse())
        expect(fingerprint('t', reversed, SALT)).toBe(fingerprint('t', args, SALT))
      }),
    )
  })

  test('differs for different arguments, tools and salts', () => {
    const seen = new Set<string | undefined>()
    const inputs: unknown[] = [null, true, false, 0, 1, '1', '', [], [1], ['1'], [[]], [[], []], {}, { a: 1 }]
    inputs.push(
      { a: '1' },
      { b: 1 },
      { a: { b: 1 } },
      { a: [], b: 1 },
      { a: 1, b: 1 },
      'ab',
      ['a', 'b'],
      ['ab'],
    )
    for (let number = 2; number < 20_000; number++) inputs.push({ id: number })
    for (const args of inputs) seen.add(fingerprint('t', args, SALT))
    expect(seen.size).toBe(inputs.length)
    expect(fingerprint('u', {}, SALT)).not.toBe(fingerprint('t', {}, SALT))
    expect(fingerprint('t', {}, 'another')).not.toBe(fingerprint('t', {}, SALT))
  })

  test('of bytes counts their length and the first of them, and reads no more', () => {
    const bytes = (fill: number, length = 64 << 20) => new Uint8Array(length).fill(fill)
    const [one, other] = [bytes(1), bytes(2)]
    const startedMs = performance.now()
    const prints = [one, other, { one }, [one], one.buffer, bytes(1, 3), bytes(1, 4)].map((args) =>
      fingerprint('t', args, SALT),
    )
    expect(performance.now() - startedMs).toBeLessThan(1_000)
    // A buffer and a view of the whole of it are the same bytes.
    expect(new Set(prints).size).toBe(prints.length - 1)
    expect(fingerprint('t', bytes(1), SALT)).toBe(fingerprint('t', one, SALT))
  })

  test('of a map or a set counts its entries', () => {
    const inputs = [new Map(), new Map([[1, 2]]), new Map([[1, 3]]), new Set(), new Set([1]), new Set([2])]
    expect(new Set(inputs.map((args) => fingerprint('t', args, SALT))).size).toBe(5)
  })

  test('of an object with very many keys counts a sample of them, whatever their order', () => {
    const entries = Array.from({ length: 5_000 }, (_, id): [string, number] => [`key ${id}`, id])
    const print = (list: [string, number][]) => fingerprint('t', Object.fromEntries(list), SALT)
    expect(print(entries.toReversed())).toBe(print(entries))
    expect(print(entries.slice(1))).not.toBe(print(entries))
    expect(print(entries.map(([key, id]) => [key, id + 1]))).not.toBe(print(entries))
  })

  test('counts absent arguments as none', () => {
    expect(fingerprint('t', undefined, SALT)).toBe(fingerprint('t', {}, SALT))
  })

  test('reads 4 KB at most: what lies beyond does not count, its length does', () => {
    const long = 'x'.repeat(5_000)
    expect(fingerprint('t', `${long}a`, SALT)).toBe(fingerprint('t', `${long}b`, SALT))
    expect(fingerprint('t', `${long}a`, SALT)).not.toBe(fingerprint('t', long, SALT))
  })

  test('ends on values that contain themselves', () => {
    const ring: Record<string, unknown> = {}
    ring.self = ring
    expect(fingerprint('t', ring, SALT)).toMatch(/^[0-9a-f]{12}$/)
  })
})

describe('fingerprint of a result', () => {
  test('leaves out the metadata, which changes from call to call', () => {
    const content = [{ type: 'text', text: 'x' }]
    expect(resultFingerprint({ content, _meta: { at: 1 } }, SALT)).toBe(resultFingerprint({ content }, SALT))
    expect(resultFingerprint({ content: [] }, SALT)).not.toBe(resultFingerprint({ content }, SALT))
  })
})

describe('key of fingerprints', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('comes from the environment; an empty one is none', () => {
    expect(fingerprintKey()).toBeUndefined()
    vi.stubEnv('TOOLSPAN_FINGERPRINT_KEY', '')
    expect(fingerprintKey()).toBeUndefined()
    vi.stubEnv('TOOLSPAN_FINGERPRINT_KEY', 'k')
    expect(fingerprintKey()).toBe('k')
  })
})

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** What can be an argument of a tool call: no boxed values, no typed arrays, nothing inherited. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return false
  if (Array.isArray(value)) return value.every((item) => item !== undefined && isPlain(item))
  if (typeof value !== 'object' || value === null || value instanceof Date) return true
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}
