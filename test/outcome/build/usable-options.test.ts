import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combine } from '../../../src/outcome/build/combine.ts'
import { completed } from '../../../src/outcome/build/completed.ts'
import { failed } from '../../../src/outcome/build/failed.ts'
import { fallback } from '../../../src/outcome/build/fallback.ts'
import { found } from '../../../src/outcome/build/found.ts'
import { foundNone } from '../../../src/outcome/build/found-none.ts'
import { indeterminate } from '../../../src/outcome/build/indeterminate.ts'
import { partial } from '../../../src/outcome/build/partial.ts'
import { errorContextSchema } from '../../../src/outcome/envelope/error-context.ts'
import { successEnvelopeSchema } from '../../../src/outcome/envelope/success-envelope.ts'

/** A builder as a program without types calls it. */
type Untyped = (...args: unknown[]) => { readonly structuredContent: Readonly<Record<string, unknown>> }

const untyped = (builder: unknown): Untyped => builder as Untyped
const envelope = (builder: unknown, ...args: unknown[]) => untyped(builder)(...args).structuredContent

describe('what is not what it has to be', () => {
  const names = [
    'sources missing gaps scanned total coverage searched truncated hasMore nextCursor freshness message',
    'emptyReason emptyDetail results errorCategory isRetryable alternatives partialResults attemptedSteps',
    'statusCheck retryAfterMs unresolvedSources budgetExhausted earlier effect attemptCount detail',
  ]
    .join(' ')
    .split(' ')
  const options = fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...names), fc.anything()))

  it.each([
    ['found', (given: unknown, other: unknown) => envelope(found, other, given)],
    ['foundNone', (given: unknown) => envelope(foundNone, given)],
    ['partial', (given: unknown, other: unknown) => envelope(partial, other, given)],
    ['completed', (given: unknown) => envelope(completed, given)],
    ['failed', (given: unknown) => envelope(failed, given)],
    ['indeterminate', (given: unknown) => envelope(indeterminate, given)],
    ['fallback', (given: unknown, other: unknown) => envelope(fallback, other, given)],
    ['combine', (given: unknown, other: unknown) => envelope(combine, other, given)],
    ['combine of one', (given: unknown, other: unknown) => envelope(combine, [given, other], {})],
  ])('neither throws nor makes an envelope that breaks its schema: %s', (_name, build) => {
    fc.assert(
      fc.property(options, options, (given, other) => {
        const built = build(given, other)
        const schema = 'errorCategory' in built ? errorContextSchema : successEnvelopeSchema
        expect(schema.safeParse(built).error).toBeUndefined()
      }),
    )
  })

  it('no items are none found, and nothing more: not "1 result", and coverage is unknown', () => {
    for (const nothing of [null, undefined]) {
      expect(envelope(found, nothing)).toMatchObject({ status: 'found_none', count: 0, results: [] })
      expect(envelope(found, nothing, { sources: ['orders'] })).toMatchObject({
        coverage: { status: 'unknown' },
      })
    }
    expect(envelope(found, null, { coverage: 'complete' })).toMatchObject({
      coverage: { status: 'complete' },
    })
  })

  it('the entries of a set and of a map are the items', () => {
    expect(envelope(found, new Set([1, 2]))).toMatchObject({ count: 2, results: [1, 2] })
    expect(envelope(found, new Map([['a', 1]]))).toMatchObject({ count: 1, results: [['a', 1]] })
  })

  it('one source by its name is one source, not one for each letter', () => {
    expect(envelope(foundNone, { sources: 'orders' })).toMatchObject({
      sources: ['orders'],
      coverage: { status: 'complete', sourcesExpected: 1, sourcesCovered: 1 },
    })
  })

  it('a source that is missing did not answer, also where it is listed among those that did', () => {
    expect(envelope(foundNone, { sources: ['a', 'b'], missing: ['b'] })).toMatchObject({
      sources: ['a'],
      coverage: { status: 'partial', sourcesExpected: 2, sourcesCovered: 1, missing: ['b'] },
    })
  })

  it('a word that is on no list does not go out', () => {
    expect(envelope(foundNone, { coverage: 'compleet' })).toMatchObject({ coverage: { status: 'unknown' } })
    expect(envelope(foundNone, { emptyReason: 'nomatch' })).toMatchObject({ emptyReason: '_OTHER' })
    expect(envelope(failed, { errorCategory: 'nope', message: 'm' })).toMatchObject({
      errorCategory: 'other',
    })
    expect(envelope(found, [1], { freshness: { observedAt: 'yesterday' } }).freshness).not.toHaveProperty(
      'observedAt',
    )
  })

  it('a failure that says nothing of itself says that', () => {
    for (const nothing of [{}, null, undefined]) {
      expect(envelope(failed, nothing)).toEqual({
        status: 'failed',
        errorCategory: 'other',
        isRetryable: false,
        message: 'No reason was given.',
      })
    }
  })

  it('what is no leg is a gap all the same', () => {
    expect(envelope(combine, [null, { source: 'a', result: [1] }])).toMatchObject({
      coverage: { status: 'partial', missing: ['source 1'] },
      results: [1],
    })
    expect(envelope(combine, [{ source: 'a' }])).toMatchObject({ status: 'failed', unresolvedSources: ['a'] })
  })

  it('a total below what was found is none', () => {
    expect(envelope(found, [1, 2, 3], { total: 1 })).not.toHaveProperty('total')
  })
})
