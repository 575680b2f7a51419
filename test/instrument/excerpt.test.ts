import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerpt } from '../../src/instrument/excerpt.ts'

describe('an excerpt', () => {
  test('begins as the JSON of the whole value does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 60 }), (value, length) => {
        expect(JSON.stringify(excerpt(value, length)).slice(0, length)).toBe(
          JSON.stringify(value).slice(0, length),
        )
      }),
    )
    const value = { at: new Date(0), none: undefined, list: [undefined, Number.NaN], call() {} }
    expect(JSON.stringify(excerpt(value, 4096))).toBe(JSON.stringify(value))
  })

  test('of much data is made without all of it', () => {
    const [bytes, text] = [Buffer.alloc(64 << 20), 'x'.repeat(64 << 20)]
    const rows = Array.from({ length: 1_000_000 }, (_, id) => ({ id }))
    const startedMs = performance.now()
    for (const value of [bytes, { bytes }, text, { text }, rows, { rows }]) {
      expect(JSON.stringify(excerpt(value, 4096)).length).toBeLessThan(20_000)
    }
    expect(performance.now() - startedMs).toBeLessThan(1_000)
    expect(excerpt({ bytes }, 4096)).toEqual({ bytes: '<67108864 bytes>' })
  })

  test('of a value that holds itself is refused, as its JSON is', () => {
    const circle: Record<string, unknown> = {}
    circle.self = { circle }
    expect(() => excerpt(circle, 4096)).toThrow(TypeError)
    const shared = { a: 1 }
    expect(excerpt([shared, shared], 4096)).toEqual([{ a: 1 }, { a: 1 }])
  })
})
