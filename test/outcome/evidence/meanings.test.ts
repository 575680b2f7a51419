import { describe, expect, it } from 'vitest'
import { numberKey, objectKey, textKey } from '../../../src/outcome/evidence/meanings.ts'

describe('what a key says', () => {
  it.each([
    ['ScannedCount', 'scanned'],
    ['files_considered', 'scanned'],
    ['rows_failed', 'failedParts'],
    ['failed_jobs', undefined],
    ['ageSeconds', 'ageMs'],
    ['max_age_ms', 'maxAgeMs'],
    ['ttlMinutes', 'maxAgeMs'],
    ['mileage', undefined],
    ['age', undefined],
    ['price', undefined],
  ])('the number %s: %s', (key, role) => {
    expect(numberKey(key)?.role).toBe(role)
  })

  it('depends on what kind of value it holds', () => {
    expect(textKey('status')?.role).toBe('status')
    expect(numberKey('status')?.role).toBe('statusNumber')
    expect(objectKey('status')).toBeUndefined()
  })

  it('forgets when keys come without end', () => {
    for (let at = 0; at < 10_000; at++) numberKey(`key${at}`)
    expect(numberKey('late_scanned')?.role).toBe('scanned')
  })

  it('names of the language are keys like any other', () => {
    for (const key of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(numberKey(key)).toBeUndefined()
      expect(objectKey(key)).toBeUndefined()
    }
  })
})
