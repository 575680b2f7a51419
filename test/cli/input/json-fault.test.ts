import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFaultAt } from '../../../src/cli/input/json-fault.ts'

test.each([
  ['', 0],
  ['Dear', 0],
  ['{', 1],
  ['{a: 1}', 1],
  ['{"a" 1}', 5],
  ['{"a": 1,}', 8],
  ['[1 2]', 3],
  ['[1, tru]', 4],
  ['[1]]', 3],
  ['{"a": "b\n"}', 8],
  ['["\\x"]', 2],
  ['["\\u12"]', 2],
  ['[01]', 2],
  ['[1}', 2],
  ['{"a": "cut', 10],
])('%j stops being JSON at %d', (text, at) => {
  expect(jsonFaultAt(text)).toBe(at)
})

test('is undefined for JSON and for nothing else', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, place, noise) => {
      const at = place % (json.length + 1)
      for (const text of [json, json.slice(0, at) + noise + json.slice(at), json.slice(0, at)]) {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(jsonFaultAt(text) === undefined).toBe(isJson)
      }
    }),
    { numRuns: 300 },
  )
})

test('names a place where some JSON could go on that far', () => {
  expect(jsonFaultAt(`${'['.repeat(100_000)}x`)).toBe(100_000)
  expect(jsonFaultAt(`"${'a'.repeat(1_000_000)}`)).toBe(1_000_001)
})
