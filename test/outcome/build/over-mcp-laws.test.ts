import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failed } from '../../../src/outcome/build/failed.ts'
import { found } from '../../../src/outcome/build/found.ts'
import { foundNone } from '../../../src/outcome/build/found-none.ts'
import { indeterminate } from '../../../src/outcome/build/indeterminate.ts'
import type { LookedAt } from '../../../src/outcome/build/looked-at.ts'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { ERROR_CATEGORIES } from '../../../src/semconv/attributes/error.ts'
import { EMPTY_REASONS } from '../../../src/semconv/attributes/result.ts'
import type { Session } from '../../support/mcp-kit.ts'
import { v1 } from '../../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../../support/mcp-kit-v2.ts'

const words = fc.string({ minLength: 1, maxLength: 30 })
const lookedAt: fc.Arbitrary<LookedAt> = fc.record(
  {
    sources: fc.array(words, { maxLength: 3 }),
    missing: fc.array(words, { maxLength: 3 }),
    scanned: fc.nat(),
    total: fc.nat(),
    coverage: fc.constantFrom('complete', 'partial', 'unknown'),
    truncated: fc.boolean(),
    hasMore: fc.boolean(),
    nextCursor: words,
    searched: fc.dictionary(words, words, { maxKeys: 3 }),
    freshness: fc.record({ ageMs: fc.nat(), maxAgeMs: fc.nat() }, { requiredKeys: [] }),
    message: words,
  },
  { requiredKeys: [] },
)
const failure = fc.record(
  {
    errorCategory: fc.constantFrom(...ERROR_CATEGORIES),
    message: words,
    isRetryable: fc.boolean(),
    errorCode: words,
    detail: words,
    attemptedQuery: fc.oneof(words, fc.dictionary(words, words, { maxKeys: 3 })),
    partialResults: fc.array(fc.jsonValue(), { maxLength: 3 }),
    alternatives: fc.array(words, { maxLength: 3 }),
    attemptCount: fc.nat(),
    retryAfterMs: fc.nat(),
    budgetExhausted: fc.boolean(),
  },
  { requiredKeys: ['errorCategory', 'message'] },
)
const built = fc.oneof(
  fc
    .tuple(fc.array(fc.jsonValue(), { maxLength: 4 }), lookedAt)
    .map(([items, options]) => found(items, options)),
  fc
    .tuple(lookedAt, fc.option(fc.constantFrom(...EMPTY_REASONS), { nil: undefined }))
    .map(([options, emptyReason]) => foundNone({ ...options, ...(emptyReason && { emptyReason }) })),
  failure.map((context) => failed(context)),
  fc.tuple(words, words).map(([message, statusCheck]) => indeterminate({ message, statusCheck })),
)

describe.each([v1, v2, v2Modern])('declared envelopes over a real client and server of $name', (kit) => {
  let session: Session
  let next: unknown
  beforeAll(async () => {
    session = await kit.connect('memory', {
      client: false,
      server: false,
      tools: [{ name: 'built', run: () => next }],
    })
  })
  afterAll(() => session.close())

  it('REQ-6 mean exactly what they meant when they were built', async () => {
    await fc.assert(
      fc.asyncProperty(built, fc.constantFrom('read', 'write', 'unknown'), async (result, effect) => {
        next = result
        const arrived = await session.callTool({ name: 'built' })
        expect(classifyResult(arrived, { effect })).toEqual(classifyResult(result, { effect }))
        expect(classifyResult(arrived, { effect }).source).toBe('declared')
        // In memory nothing is written down, and -0 stays what it is; on a wire it is 0.
        expect(JSON.stringify(Reflect.get(Object(arrived), 'structuredContent'))).toBe(
          JSON.stringify(result.structuredContent),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('REQ-6 mean the same where only their text arrives', async () => {
    await fc.assert(
      fc.asyncProperty(built, async ({ structuredContent: _structure, ...rest }) => {
        next = rest
        const arrived = await session.callTool({ name: 'built' })
        const whole = classifyResult({ ...rest, structuredContent: _structure }, { effect: 'read' })
        const { status, category, count } = classifyResult(arrived, { effect: 'read' })
        expect({ status, category, count }).toEqual({
          status: whole.status,
          category: whole.category,
          count: whole.count,
        })
      }),
      { numRuns: 100 },
    )
  })
})
