import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

const note = 'The rate service did not answer; the last known rate is given.'

describe('earlier answers in place of a current one', () => {
  it('REQ-10: with its age it is found, marked as a fallback, and as fresh as it says', () => {
    const value = { rate: 1.1, fallback: true, note, ageSeconds: 300, ttlSeconds: 60 }
    expect(readJson(value)).toMatchObject({ status: 'found', fallback: true, freshness: { status: 'stale' } })
    expect(readJson({ rate: 1.1, fallback: true, note, as_of: '2026-01-15T08:00:00Z' }).status).toBe('found')
  })

  it('REQ-10: without one it is a stand-in', () => {
    expect(readJson({ rate: 1.1, fallback: true, note })).toMatchObject({ status: 'failed', fallback: true })
  })

  it('a dated answer that is no stand-in is not marked', () => {
    expect(readJson({ rate: 1.1, ageSeconds: 300 })).not.toHaveProperty('fallback')
  })
})
