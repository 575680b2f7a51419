import { describe, expect, it } from 'vitest'
import { classifyValue } from '../../../src/outcome/classify-value.ts'

const read = (value: unknown) => classifyValue(value, { effect: 'read' })

describe('collections that a plain function returns', () => {
  it('are as empty as their size says', () => {
    expect(read(new Map())).toMatchObject({ status: 'found_none', count: 0 })
    expect(read(new Set([1, 2]))).toMatchObject({ status: 'found', count: 2 })
    expect(read(new Uint8Array())).toMatchObject({ status: 'found_none' })
    expect(read(new Uint8Array([1]))).not.toHaveProperty('count')
  })

  it('other objects of a class are values, also without a field to see', () => {
    expect(read(new Date()).status).toBe('found')
    expect(read(new (class Handle {})()).status).toBe('found')
  })
})
