import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOT_JSON } from '../../../src/outcome/evidence/json-text.ts'
import { parsePythonText } from '../../../src/outcome/evidence/python-text.ts'

/** A value as `str()` of Python prints it. */
function printed(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  if (typeof value === 'object' && value !== undefined) {
    return `{${Object.entries(value)
      .map(([key, one]) => `${printed(key)}: ${printed(one)}`)
      .join(', ')}}`
  }
  return String(value)
}

describe('a value in the notation of Python', () => {
  it('is read back as it was printed', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('any')), fc.dictionary(fc.string(), tie('any'))),
    })).any
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { minKeys: 1 }), (record) => {
        expect(parsePythonText(printed(record))).toEqual(JSON.parse(JSON.stringify(record)))
      }),
    )
  })

  it.each([
    "'Tis the season",
    "{'when': datetime.date(2026, 1, 2)}",
    "{'a', 'b'}",
    "{'open",
    '{"a": 1}',
    "['a' and 'b']",
    '[]',
  ])('%s is none', (text) => {
    expect(parsePythonText(text)).toBe(NOT_JSON)
  })
})
