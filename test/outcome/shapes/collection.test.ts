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

  it('hold something where that shows in no field: headers, a form, a symbol for a key', () => {
    const form = new FormData()
    form.set('a', 'b')
    for (const value of [new Headers({ a: 'b' }), form, new URLSearchParams('a=1'), { [Symbol('a')]: 1 }]) {
      expect(read(value).status).toBe('found')
    }
    expect(read({ data: new Map([[1, 2]]) }).status).toBe('found')
    expect(read([new Set([1])]).status).toBe('found')
  })

  it('bytes are found content, wherever they lie, and are never looked at one by one', () => {
    const bytes = new Uint8Array(64 << 20)
    const startedMs = performance.now()
    for (const value of [bytes, { data: bytes }, { file: bytes }, [bytes], bytes.buffer, new Blob(['x'])]) {
      expect(read(value).status).toBe('found')
    }
    expect(performance.now() - startedMs).toBeLessThan(1_000)
    expect(read(new ArrayBuffer(0)).status).toBe('found_none')
  })
})
