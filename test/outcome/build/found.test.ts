import { describe, expect, it } from 'vitest'
import { found } from '../../../src/outcome/build/found.ts'
import { successEnvelopeSchema } from '../../../src/outcome/envelope/success-envelope.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

describe('found', () => {
  it('REQ-8: writes the items and what the options state, and one text', () => {
    const result = found([{ id: 1 }, { id: 2 }], {
      sources: ['orders'],
      scanned: 9,
      searched: { status: 'open' },
    })
    expect(result.structuredContent).toEqual({
      status: 'found',
      count: 2,
      scanned: 9,
      coverage: { status: 'complete', sourcesExpected: 1, sourcesCovered: 1, missing: [] },
      sources: ['orders'],
      searched: { status: 'open' },
      results: [{ id: 1 }, { id: 2 }],
    })
    expect(result.content).toHaveLength(1)
    expect(result).not.toHaveProperty('isError')
    expect(successEnvelopeSchema.safeParse(result.structuredContent).success).toBe(true)
  })

  it.each([
    ['nothing', {}, 'unknown'],
    ['the sources that answered', { sources: ['a'] }, 'complete'],
    ['how much was looked at', { scanned: 12 }, 'complete'],
    ['that nothing was looked at', { scanned: 0 }, 'unknown'],
    ['a source that is missing', { sources: ['a'], missing: ['b'] }, 'partial'],
    ['a gap', { gaps: [{ source: 'b', message: 'timed out' }] }, 'partial'],
    ['a cut', { sources: ['a'], truncated: true }, 'partial'],
    ['a next page', { sources: ['a'], nextCursor: '' }, 'partial'],
    ['more in all than came', { sources: ['a'], total: 85 }, 'partial'],
    ['as many in all as came', { total: 1 }, 'unknown'],
    ['complete in so many words', { coverage: 'complete' }, 'complete'],
    ['complete, and a source that is missing', { coverage: 'complete', missing: ['b'] }, 'partial'],
  ] as const)('the coverage is what is stated: %s', (_name, options, status) => {
    expect(found([1], options).structuredContent.coverage?.status).toBe(status)
  })

  it('counts the sources and names those that are missing', () => {
    const { coverage } = found([1], {
      sources: ['a', 'b'],
      missing: ['c'],
      gaps: [{ source: 'c' }],
    }).structuredContent
    expect(coverage).toEqual({ status: 'partial', sourcesExpected: 3, sourcesCovered: 2, missing: ['c'] })
  })

  it('the age is compared with what is allowed, and taken from the clock where only a date is given', () => {
    const clock = createFakeClock(Date.UTC(2026, 0, 15, 9))
    const freshness = { observedAt: new Date(Date.UTC(2026, 0, 15, 8, 20)), maxAgeMs: 60_000 }
    expect(found([1], { freshness, clock }).structuredContent.freshness).toEqual({
      status: 'stale',
      observedAt: '2026-01-15T08:20:00.000Z',
      ageMs: 2_400_000,
      maxAgeMs: 60_000,
    })
    expect(found([1], { freshness: { ageMs: 5 } }).structuredContent.freshness?.status).toBe('unknown')
    expect(found([1], { freshness: { ageMs: 5, maxAgeMs: 5 } }).structuredContent.freshness?.status).toBe(
      'fresh',
    )
  })

  it('a value that is no list is one item, an empty list is none', () => {
    expect(found({ price: 12 }).structuredContent).toMatchObject({ count: 1, results: [{ price: 12 }] })
    expect(found([]).structuredContent).toMatchObject({ status: 'found_none', count: 0, results: [] })
  })

  it('never throws: what JSON cannot hold is replaced in both views, wrong numbers are left out', () => {
    const circle: { self?: unknown; big: bigint } = { big: 10n }
    circle.self = circle
    const result = found([circle], { scanned: -1, total: Number.NaN })
    expect(result.structuredContent).toMatchObject({ count: 1, results: [{ big: '10', self: '[circular]' }] })
    expect(result.structuredContent).not.toHaveProperty('scanned')
    const hostile = {
      toJSON: () => {
        throw new Error('no')
      },
    }
    expect(found([hostile]).structuredContent.status).toBe('found')
  })

  it('does not keep the caller’s list', () => {
    const rows = [1]
    const result = found(rows)
    rows.push(2)
    expect(result.structuredContent.results).toEqual([1])
  })
})
