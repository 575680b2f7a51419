import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { readJson, textResult } from '../../support/tool-results.ts'

describe('success envelopes', () => {
  it('REQ-8: what is declared stands, also where its own numbers deny it', () => {
    const outcome = readJson({
      status: 'found',
      count: 14,
      coverage: { status: 'complete', sourcesExpected: 3, sourcesCovered: 2, missing: ['eu-west'] },
      freshness: { status: 'fresh', ageMs: 86_400_000, maxAgeMs: 900_000 },
    })
    expect(outcome.coverage).toEqual({
      status: 'complete',
      sourcesExpected: 3,
      sourcesCovered: 2,
      missing: ['eu-west'],
    })
    expect(outcome.freshness).toEqual({ status: 'fresh', ageMs: 86_400_000, maxAgeMs: 900_000 })
  })

  it('REQ-6: both spellings say the same', () => {
    const camel = readJson({
      status: 'found_none',
      emptyReason: 'no_match',
      hasMore: false,
      coverage: { status: 'partial', sourcesExpected: 3, sourcesCovered: 2 },
      freshness: { status: 'stale', observedAt: '2026-01-15T08:20:00Z', ageMs: 5, maxAgeMs: 1 },
    })
    const snake = readJson({
      status: 'found_none',
      empty_reason: 'no_match',
      has_more: false,
      coverage: { status: 'partial', sources_expected: 3, sources_covered: 2 },
      freshness: { status: 'stale', observed_at: '2026-01-15T08:20:00Z', age_ms: 5, max_age_ms: 1 },
    })
    expect(snake).toEqual(camel)
    expect(camel).toMatchObject({ count: 0, emptyReason: 'no_match', hasMore: false })
  })

  it.each(['count', 'resultCount', 'result_count', 'matchedCount', 'matched_count', 'matches'])(
    'REQ-6: the count may be called %s',
    (key) => {
      expect(readJson({ status: 'found', [key]: 7 }).count).toBe(7)
    },
  )

  it('REQ-6: is read in _meta, where a count is enough', () => {
    const result = { content: [], _meta: { resultCount: 0, scanned: 1204, emptyReason: 'no_match' } }
    expect(classifyResult(result, { effect: 'read' })).toMatchObject({
      status: 'found_none',
      reason: 'declared',
      count: 0,
      scanned: 1204,
      coverage: { status: 'complete' },
    })
  })

  it('REQ-6: is read in the second block and among words', () => {
    const envelope = '{"status":"found_none","matches":0,"coverage":{"status":"complete"}}'
    for (const result of [
      textResult('No invoices.', envelope),
      textResult(`No invoices.\n${envelope}\nBye.`),
    ]) {
      expect(classifyResult(result, { effect: 'read' })).toMatchObject({
        status: 'found_none',
        coverage: { status: 'complete' },
      })
    }
  })

  it('a reason of the tool’s own counts as one that the shared list does not have', () => {
    expect(readJson({ status: 'found_none', emptyReason: 'shop_closed' }).emptyReason).toBe('_OTHER')
  })

  it('without a count the length of the listing is the count', () => {
    expect(readJson({ status: 'found', items: [1, 2, 3] }).count).toBe(3)
  })

  it('"completed" is a receipt from an action and the state of a job from a look-up', () => {
    const receipt = { status: 'completed', message: 'Ticket 9 is closed.' }
    expect(readJson(receipt, { effect: 'write' })).toMatchObject({ status: 'completed', reason: 'declared' })
    expect(readJson(receipt, { effect: 'read' }).status).toBe('found')
  })

  it.each([
    ['an order', { orderId: 'o1', status: 'completed', total: 12 }],
    ['a build report', { status: 'passed', coverage: { lines: 81, branches: 70 } }],
    ['a policy', { status: 'accepted', coverage: 'full' }],
  ])('%s is none', (_name, value) => {
    expect(readJson(value)).toMatchObject({
      status: 'found',
      source: 'inferred',
      coverage: { status: 'unknown' },
    })
  })
})
