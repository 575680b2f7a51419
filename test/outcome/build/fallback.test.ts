import { describe, expect, it } from 'vitest'
import { fallback } from '../../../src/outcome/build/fallback.ts'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const why = { errorCategory: 'transient', message: 'The rate service did not answer' } as const

describe('fallback', () => {
  it('REQ-10: a value that nobody looked up makes the call a failure that carries it', () => {
    const result = fallback(0, why)
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({ status: 'failed', fallback: true, standIn: 0 })
    expect(result.content[0]?.text).toContain('The value 0 stands in; it was not looked up.')
    expect(classifyResult(result, { effect: 'read' })).toMatchObject({
      status: 'failed',
      fallback: true,
      category: 'transient',
    })
  })

  it('REQ-10: an earlier answer is found, marked, and as old as it is', () => {
    const clock = createFakeClock(Date.UTC(2026, 0, 15, 9))
    const earlier = { observedAt: '2026-01-15T08:00:00Z', maxAgeMs: 60_000 }
    const result = fallback([{ rate: 1.1 }], { ...why, earlier, clock })
    expect(result).not.toHaveProperty('isError')
    expect(classifyResult(result, { effect: 'read' })).toMatchObject({
      status: 'found',
      fallback: true,
      count: 1,
      coverage: { status: 'unknown' },
      freshness: { status: 'stale', ageMs: 3_600_000 },
    })
    expect(result.content[0]?.text).toContain('The rate service did not answer.')
    expect(result.structuredContent).not.toHaveProperty('clock')
  })
})
