import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { failed } from '../../src/outcome/build/failed.ts'
import { found } from '../../src/outcome/build/found.ts'
import { foundNone } from '../../src/outcome/build/found-none.ts'
import { envelopeJsonSchemas } from '../../src/outcome/json-schema.ts'

const schemas = envelopeJsonSchemas()
const validate = (name: string, value: unknown) => new Ajv2020().validate(schemas[name] ?? false, value)

describe('REQ-32: the envelopes as JSON Schema', () => {
  it('are one file each', () => {
    expect(Object.keys(schemas)).toEqual(['error-context.schema.json', 'success-envelope.schema.json'])
  })

  it('take what the builders write, and keys of the tool’s own', () => {
    const success = 'success-envelope.schema.json'
    expect(
      validate(
        success,
        found([1], { sources: ['a'], freshness: { ageMs: 1, maxAgeMs: 2 } }).structuredContent,
      ),
    ).toBe(true)
    expect(validate(success, { ...foundNone().structuredContent, shop: 'x' })).toBe(true)
    const error = failed({ errorCategory: 'transient', message: 'x', partialResults: { a: [1] }, extra: 1 })
    expect(validate('error-context.schema.json', error.structuredContent)).toBe(true)
  })

  it('refuse what breaks the envelope', () => {
    expect(
      validate('error-context.schema.json', { errorCategory: 'network', isRetryable: true, message: 'x' }),
    ).toBe(false)
    expect(validate('success-envelope.schema.json', { count: 3 })).toBe(false)
  })
})
