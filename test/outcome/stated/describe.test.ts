import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import type { Outcome } from '../../../src/outcome/outcome.ts'
import type { Describe, ResultDescription } from '../../../src/outcome/stated/result-description.ts'
import { swallowedErrors } from '../../../src/self/swallow.ts'
import { jsonResult, textResult } from '../../support/tool-results.ts'

const told = (value: unknown, description: unknown): Outcome =>
  classifyValue(value, { effect: 'read', describe: (() => description) as Describe })
const hookErrors = (): number => swallowedErrors().hook ?? 0

describe('what an application says about a result of its tool', () => {
  it.each<[string, unknown, ResultDescription, Partial<Outcome>]>([
    [
      'a look-up found nothing where an object came back',
      { note: 'idle' },
      { status: 'found_none', scanned: 12, emptyReason: 'no_match' },
      {
        status: 'found_none',
        count: 0,
        scanned: 12,
        emptyReason: 'no_match',
        coverage: { status: 'complete' },
      },
    ],
    ['a count of 0 is none', { note: 'idle' }, { count: 0 }, { status: 'found_none', count: 0 }],
    ['a count finds what looked like nothing', [], { count: 3 }, { status: 'found', count: 3 }],
    [
      'a log that starts with an error is content',
      'Error: boom at line 3',
      { count: 1 },
      { status: 'found', count: 1, source: 'declared' },
    ],
    [
      'a category makes a failure',
      { state: 'denied' },
      { category: 'permission', code: 'E7' },
      { status: 'failed', category: 'permission', retryable: false, code: 'E7' },
    ],
    [
      'a word for coverage and for freshness',
      [1],
      { coverage: 'complete', freshness: 'stale' },
      { status: 'found', coverage: { status: 'complete' }, freshness: { status: 'stale' } },
    ],
    [
      'a total above the count is a part',
      [1, 2],
      { total: 9 },
      { total: 9, coverage: { status: 'partial' } },
    ],
    [
      'a business error is never retryable',
      1,
      { category: 'business', retryable: true },
      { retryable: false },
    ],
    [
      'an open write is never retryable',
      1,
      { status: 'indeterminate', retryable: true },
      { retryable: false },
    ],
  ])('REQ-1: %s', (_name, value, description, expected) => {
    expect(told(value, description)).toMatchObject(expected)
  })

  it('leaves what it does not name as it was read, reason and source too', () => {
    const { coverage, ...rest } = told([1, 2], { coverage: 'complete' })
    expect(coverage).toEqual({ status: 'complete' })
    expect({ ...rest, coverage: { status: 'unknown' } }).toEqual(classifyValue([1, 2], { effect: 'read' }))
  })

  it('says where the status comes from', () => {
    expect(told({ a: 1 }, { status: 'found_none' })).toMatchObject({ reason: 'declared', source: 'declared' })
  })

  it('beats an envelope and the error flag', () => {
    const about = { describe: () => ({ status: 'found_none' }) as const }
    expect(classifyResult(jsonResult({ status: 'found', count: 2 }), about).status).toBe('found_none')
    const flagged = { ...textResult('No rows.'), isError: true }
    const none = classifyResult(flagged, about)
    expect(none).toMatchObject({ status: 'found_none', count: 0 })
    expect(none).not.toHaveProperty('detail')
  })

  it('a count alone says nothing against a flagged failure', () => {
    const flagged = { ...textResult('down'), isError: true }
    expect(classifyResult(flagged, { describe: () => ({ count: 4 }) }).status).toBe('failed')
  })

  it('gets the result as the tool returned it', () => {
    const result = textResult('x')
    let seen: unknown
    classifyResult(result, {
      describe(given) {
        seen = given
        return undefined
      },
    })
    expect(seen).toBe(result)
  })

  it.each<[string, Describe]>([
    [
      'throws',
      () => {
        throw new Error('hook')
      },
    ],
    ['answers later', (async () => Promise.reject(new Error('late'))) as unknown as Describe],
    ['answers with a text', (() => 'found') as unknown as Describe],
    ['names no known status', (() => ({ status: 'fine' })) as unknown as Describe],
    ['counts below zero', () => ({ count: -1 })],
    ['has a part that there is not', (() => ({ colour: 'red' })) as unknown as Describe],
  ])('a hook that %s is counted and changes nothing (REQ-36)', (_name, hook) => {
    const before = hookErrors()
    expect(classifyValue([1], { describe: hook })).toEqual(classifyValue([1]))
    expect(hookErrors()).toBe(before + 1)
  })

  it('a wrong part does not take the right ones with it', () => {
    expect(told([1], { coverage: 'complete', count: 'many' })).toMatchObject({
      count: 1,
      coverage: { status: 'complete' },
    })
  })

  it('whatever it answers, the outcome is valid', () => {
    const parts = fc.record(
      {
        status: fc.constantFrom(
          'found',
          'found_none',
          'completed',
          'failed',
          'indeterminate',
          'unknown',
          'x',
        ),
        count: fc.oneof(fc.nat(), fc.constant(-1)),
        category: fc.constantFrom('transient', 'business', 'other', 'x'),
        retryable: fc.boolean(),
        coverage: fc.constantFrom('complete', 'partial', 'x'),
        emptyReason: fc.constantFrom('no_match', 'x'),
        truncated: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.jsonValue(), fc.oneof(parts, fc.anything()), (value, description) => {
        const outcome = told(value, description)
        if (outcome.category === 'business' || outcome.status === 'indeterminate') {
          expect(outcome.retryable).toBe(false)
        }
        if (outcome.status === 'found_none') expect(outcome).not.toHaveProperty('category')
        if (outcome.status === 'failed') expect(outcome).not.toHaveProperty('count')
      }),
    )
  })
})
