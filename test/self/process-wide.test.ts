import { expect, test, vi } from 'vitest'

test('two copies of the package get one value for a name, and different ones for different names', async () => {
  const first = await import('../../src/self/process-wide.ts')
  vi.resetModules()
  const second = await import('../../src/self/process-wide.ts')
  expect(second.processWide).not.toBe(first.processWide)
  const made = first.processWide('test 1', () => ({}))
  expect(second.processWide('test 1', () => ({}))).toBe(made)
  expect(second.processWide('test 2', () => ({}))).not.toBe(made)
})

test('a host that lists its globals finds nothing', async () => {
  const { processWide } = await import('../../src/self/process-wide.ts')
  const before = Object.keys(globalThis)
  processWide('test 3', () => ({}))
  expect(Object.keys(globalThis)).toEqual(before)
})
