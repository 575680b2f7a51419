import { describe, expect, it } from 'vitest'
import { combine } from '../../../src/outcome/build/combine.ts'
import { failed } from '../../../src/outcome/build/failed.ts'
import { found } from '../../../src/outcome/build/found.ts'
import { foundNone } from '../../../src/outcome/build/found-none.ts'
import { indeterminate } from '../../../src/outcome/build/indeterminate.ts'
import { classifyResult } from '../../../src/outcome/classify-result.ts'

const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

describe('combine', () => {
  it('REQ-11: one failed leg never throws away the others, and its gap is named', () => {
    const result = combine([
      { source: 'north', result: found([1, 2], { sources: ['n'] }) },
      { source: 'east', error: reset },
    ])
    expect(result).not.toHaveProperty('isError')
    expect(result.structuredContent).toMatchObject({
      status: 'found',
      count: 2,
      coverage: { status: 'partial', sourcesExpected: 2, sourcesCovered: 1, missing: ['east'] },
      sources: ['north'],
      gaps: [{ source: 'east', errorCategory: 'transient', isRetryable: true, message: 'read ECONNRESET' }],
      results: [1, 2],
    })
    expect(result.content[0]?.text).toContain('No answer from: east.')
  })

  it('REQ-11: what a failed leg had found is kept as well', () => {
    const error = failed({ errorCategory: 'transient', message: 'x', partialResults: [3] })
    const result = combine([
      { source: 'north', result: found([1]) },
      { source: 'east', result: error },
    ])
    expect(result.structuredContent).toMatchObject({ count: 2, results: [1, 3] })
  })

  it('is complete only when each leg is by itself', () => {
    const whole = foundNone({ scanned: 3 })
    const coverageOf = (...results: readonly unknown[]) =>
      combine(results.map((result, at) => ({ source: `s${at}`, result }))).structuredContent.coverage
    expect(coverageOf(whole, whole)).toMatchObject({
      status: 'complete',
      sourcesExpected: 2,
      sourcesCovered: 2,
    })
    expect(coverageOf(whole, [])).toMatchObject({ status: 'unknown' })
    expect(coverageOf(whole, found([1], { truncated: true }))).toMatchObject({ status: 'partial' })
  })

  it('sums what each leg states, is as old as the oldest, and has more when one has', () => {
    const result = combine([
      { source: 'a', result: found([1], { scanned: 3, total: 1, freshness: { ageMs: 10, maxAgeMs: 99 } }) },
      {
        source: 'b',
        result: found([2], { scanned: 4, total: 9, hasMore: true, freshness: { ageMs: 30, maxAgeMs: 20 } }),
      },
    ])
    expect(result.structuredContent).toMatchObject({
      scanned: 7,
      total: 10,
      hasMore: true,
      freshness: { status: 'stale', ageMs: 30 },
    })
  })

  it('REQ-19: when no source answered it failed, with what each produced', () => {
    const result = combine(
      [
        { source: 'north', error: reset },
        {
          source: 'south',
          result: failed({ errorCategory: 'transient', message: 'busy', retryAfterMs: 500 }),
        },
      ],
      { searched: { from: 'BRE' } },
    )
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      status: 'failed',
      errorCategory: 'transient',
      isRetryable: true,
      retryAfterMs: 500,
      attemptedQuery: { from: 'BRE' },
      unresolvedSources: ['north', 'south'],
      attemptedSteps: [
        { source: 'north', outcome: 'read ECONNRESET' },
        { source: 'south', outcome: 'busy' },
      ],
    })
  })

  it('several causes are "other", with all of them as the detail', () => {
    const result = combine([
      { source: 'north', error: reset },
      { source: 'south', error: Object.assign(new Error('no'), { status: 403 }) },
    ])
    expect(result.structuredContent).toMatchObject({
      errorCategory: 'other',
      isRetryable: false,
      detail: 'Several causes: transient, permission.',
    })
  })

  it('REQ-18: an action whose outcome is open makes the whole indeterminate', () => {
    const open = indeterminate({ message: 'x', statusCheck: 'y' })
    const result = combine([
      { source: 'a', result: found([1]) },
      { source: 'b', result: open },
    ])
    expect(classifyResult(result, { effect: 'write' })).toMatchObject({
      status: 'indeterminate',
      retryable: false,
      partialCount: 1,
    })
  })

  it('takes the legs of Promise.allSettled as they are', async () => {
    const settled = await Promise.allSettled([Promise.resolve([1, 2]), Promise.reject(reset)])
    const legs = settled.map((leg, at) => ({ source: `s${at}`, ...leg }))
    expect(combine(legs).structuredContent).toMatchObject({ count: 2, coverage: { missing: ['s1'] } })
  })

  it('a leg that waits for its user or started a task is a gap', () => {
    const result = combine([
      { source: 'a', result: found([1]) },
      { source: 'b', result: { resultType: 'input_required', content: [] } },
    ])
    expect(result.structuredContent).toMatchObject({ coverage: { status: 'partial', missing: ['b'] } })
  })

  it('no legs at all is a result that proves nothing', () => {
    expect(combine([]).structuredContent).toMatchObject({
      status: 'found_none',
      coverage: { status: 'unknown' },
    })
  })
})
