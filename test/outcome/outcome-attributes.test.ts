import { describe, expect, it } from 'vitest'
import { failed } from '../../src/outcome/build/failed.ts'
import { found } from '../../src/outcome/build/found.ts'
import { foundNone } from '../../src/outcome/build/found-none.ts'
import { classifyError } from '../../src/outcome/classify-error.ts'
import { classifyResult } from '../../src/outcome/classify-result.ts'
import { outcomeAttributes } from '../../src/outcome/outcome-attributes.ts'
import { errorAttributes } from '../../src/semconv/attributes/error.ts'
import { ATTRIBUTE_GROUPS } from '../../src/semconv/attributes/index.ts'

const declared = new Map(
  ATTRIBUTE_GROUPS.flatMap(({ attributes }) => attributes).map((one) => [one.name, one]),
)
const partial = found([1, 2], {
  sources: ['orders'],
  missing: ['eu-west'],
  total: 85,
  scanned: 9,
  truncated: true,
  nextCursor: 'a',
  freshness: { observedAt: '2026-01-15T08:20:00Z', ageMs: 10.4, maxAgeMs: 5 },
})
const broken = failed({
  errorCategory: 'transient',
  message: 'secret-detail',
  errorCode: 'ETIMEDOUT',
  partialResults: [1],
  retryAfterMs: 5,
})

describe('outcomeAttributes', () => {
  it('REQ-24: writes what a result states', () => {
    expect(outcomeAttributes(classifyResult(partial, { effect: 'read' }))).toEqual({
      'toolspan.result.status': 'found',
      'toolspan.result.reason': 'declared',
      'toolspan.result.count': 2,
      'toolspan.result.total': 85,
      'toolspan.result.scanned': 9,
      'toolspan.result.has_more': true,
      'toolspan.result.truncated': true,
      'toolspan.coverage.status': 'partial',
      'toolspan.coverage.sources_expected': 2,
      'toolspan.coverage.sources_covered': 1,
      'toolspan.freshness.status': 'stale',
      'toolspan.freshness.observed_at': '2026-01-15T08:20:00Z',
      'toolspan.freshness.age_ms': 10,
      'toolspan.freshness.max_age_ms': 5,
    })
  })

  it('REQ-24: writes why a call failed, and how that is known', () => {
    expect(outcomeAttributes(classifyResult(broken, { effect: 'read' }))).toEqual({
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'declared',
      'toolspan.result.partial_count': 1,
      'toolspan.coverage.status': 'unknown',
      'toolspan.freshness.status': 'unknown',
      'toolspan.error.category': 'transient',
      'toolspan.error.retryable': true,
      'toolspan.error.source': 'declared',
      'toolspan.error.code': 'ETIMEDOUT',
      'toolspan.error.retry_after_ms': 5,
      'toolspan.error.fields': ['error_code', 'partial_results', 'retry_after_ms'],
    })
  })

  it('leaves out what nothing states', () => {
    const attributes = outcomeAttributes(classifyResult(foundNone(), { effect: 'read' }))
    expect(errorAttributes.filter(({ name }) => name in attributes)).toEqual([])
    expect(attributes).not.toHaveProperty('toolspan.result.total')
  })

  it('sensitive parts leave only when asked for, each by itself and bounded', () => {
    const long = failed({ errorCategory: 'other', message: 'x'.repeat(5000) })
    expect(outcomeAttributes(classifyResult(broken))).not.toHaveProperty('toolspan.error.detail')
    expect(
      outcomeAttributes(classifyResult(long), { errorDetail: true })['toolspan.error.detail'],
    ).toHaveLength(1024)
    const many = found([1], { missing: Array.from({ length: 50 }, (_, at) => `${at}`.padStart(300, 'x')) })
    const outcome = classifyResult(many)
    expect(outcomeAttributes(outcome, { errorDetail: true })).not.toHaveProperty('toolspan.coverage.missing')
    const missing = outcomeAttributes(outcome, { coverageMissing: true })['toolspan.coverage.missing']
    expect(missing).toHaveLength(20)
    expect(Array.isArray(missing) && missing.every((name) => name?.toString().length === 128)).toBe(true)
  })

  it('writes only declared names, and a sensitive one only when asked', () => {
    for (const outcome of [classifyResult(partial), classifyResult(broken), classifyError(new Error('x'))]) {
      for (const name of Object.keys(outcomeAttributes(outcome))) {
        expect(declared.get(name)?.sensitive, name).toBe(false)
      }
    }
  })
})
