import { describe, expect, it } from 'vitest'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { ownKeys } from '../../../src/outcome/evidence/own-keys.ts'

const huge = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, id) => [`key ${id}`, id]))

describe('the keys of an object', () => {
  it('are listed once a turn where they are very many, and anew in the next', async () => {
    const object = huge(2_000)
    const keys = ownKeys(object)
    expect(ownKeys(object)).toBe(keys)
    await null
    Object.assign(object, { another: 1 })
    expect(ownKeys(object)).toHaveLength(2_001)
  })

  it('of a small object are always those it has now', () => {
    const object = { a: 1 }
    expect(ownKeys(object)).toEqual(['a'])
    Object.assign(object, { b: 2 })
    expect(ownKeys(object)).toEqual(['a', 'b'])
  })

  it('do not hold up the host, however many they are', () => {
    const object = { data: huge(300_000) }
    const startedMs = performance.now()
    Object.keys(object.data)
    const onceMs = performance.now() - startedMs
    const beforeMs = performance.now()
    expect(classifyValue(object, { effect: 'read' }).status).toBe('found')
    expect(performance.now() - beforeMs).toBeLessThan(4 * onceMs + 20)
  })
})
