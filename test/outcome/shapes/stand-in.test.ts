import { describe, expect, it } from 'vitest'
import { readJson, readText } from '../../support/tool-results.ts'

describe('stand-ins on a failure path', () => {
  it('REQ-10: a value with its excuse is a failure and a fallback', () => {
    for (const text of [
      '0 (could not read the orders table)',
      'N/A (service unavailable)',
      '-1 [request failed]',
      '0 - could not read the table',
    ]) {
      expect(readText(text)).toMatchObject({ status: 'failed', fallback: true, reason: 'stand_in' })
    }
  })

  it('REQ-10: a default whose note says why is one as well', () => {
    const value = { rate: 1, isDefault: true, note: 'The rate service did not answer; the default was used.' }
    expect(readJson(value)).toMatchObject({ status: 'failed', fallback: true })
  })

  it('REQ-10: a nought beside an error in words is one as well', () => {
    expect(readJson({ value: 0, error: 'permission denied' })).toMatchObject({
      status: 'failed',
      fallback: true,
      category: 'permission',
    })
    expect(readJson({ sku: 'A-1', inStock: 7, error: 'price missing' }).status).toBe('found')
  })

  it.each([
    ['a default by right', { name: 'page_size', value: 50, source: 'default' }],
    ['a default that nothing excuses', { value: 50, isDefault: true, note: 'Set in the profile.' }],
  ])('%s is a value', (_name, value) => {
    const outcome = readJson(value)
    expect(outcome.status).toBe('found')
    expect(outcome).not.toHaveProperty('fallback')
  })

  it('a value with a remark is a value', () => {
    expect(readText('12 (including two returns)').status).toBe('found')
  })
})
