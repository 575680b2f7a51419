import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyError } from '../../src/outcome/classify-error.ts'
import { classifyResult } from '../../src/outcome/classify-result.ts'
import { classifyValue } from '../../src/outcome/classify-value.ts'
import type { About, Outcome } from '../../src/outcome/outcome.ts'
import { outcomeAttributes } from '../../src/outcome/outcome-attributes.ts'
import { swallowedErrors } from '../../src/self/swallow.ts'
import { COVERAGE_STATUSES } from '../../src/semconv/attributes/coverage.ts'
import { ERROR_CATEGORIES, SOURCES } from '../../src/semconv/attributes/error.ts'
import { FRESHNESS_STATUSES } from '../../src/semconv/attributes/freshness.ts'
import { EMPTY_REASONS, RESULT_STATUSES } from '../../src/semconv/attributes/result.ts'
import { TOOL_EFFECTS } from '../../src/semconv/attributes/tool.ts'
import { RESULT_REASONS } from '../../src/semconv/result-reasons.ts'

const about: fc.Arbitrary<About> = fc.record(
  {
    tool: fc.string(),
    effect: fc.constantFrom(...TOOL_EFFECTS),
    declaredOutputSchema: fc.boolean(),
    cancelledByCaller: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** Keys that mean something here, so that random values go deeper than their first key. */
const telling = fc.constantFrom(
  ...'items results data error errors status count total scanned coverage freshness message code nextCursor'.split(
    ' ',
  ),
  ...'hasMore truncated isError content structuredContent _meta errorCategory isRetryable partialResults'.split(
    ' ',
  ),
  ...'result output text exitCode stdout stderr exists stale ageMs ttlSeconds rows_failed _shards ok id next userErrors errorMessages aggregations status content sources'.split(
    ' ',
  ),
)
const word = fc.constantFrom(
  'found',
  'found_none',
  'failed',
  'transient',
  'complete',
  'partial',
  'stale',
  '',
  'N/A',
)
const leaf = fc.oneof(fc.jsonValue(), word, fc.constantFrom(0, -1, 1, 404, null, true, false))
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium' },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(telling, fc.string()), tie('json'), { maxKeys: 6 }),
  ),
}))
const block = fc.oneof(
  json.map((value) => ({ type: 'text', text: JSON.stringify(value) })),
  fc.string().map((text) => ({ type: 'text', text })),
  json,
)
const result = fc.record(
  {
    content: fc.oneof(fc.array(block, { maxLength: 3 }), json),
    structuredContent: json,
    isError: json,
    _meta: json,
  },
  { requiredKeys: [] },
)

function expectValid(outcome: Outcome): void {
  expect(RESULT_STATUSES).toContain(outcome.status)
  expect(RESULT_REASONS).toContain(outcome.reason)
  expect(SOURCES).toContain(outcome.source)
  expect(COVERAGE_STATUSES).toContain(outcome.coverage.status)
  expect(FRESHNESS_STATUSES).toContain(outcome.freshness.status)
  if (outcome.category !== undefined) expect(ERROR_CATEGORIES).toContain(outcome.category)
  if (outcome.emptyReason !== undefined) expect(EMPTY_REASONS).toContain(outcome.emptyReason)
  for (const number of [outcome.count, outcome.total, outcome.scanned, outcome.partialCount]) {
    if (number !== undefined) expect(Number.isSafeInteger(number) && number >= 0).toBe(true)
  }
  if (outcome.category === 'business') expect(outcome.retryable).toBe(false)
  if (outcome.status === 'indeterminate') expect(outcome.retryable).toBe(false)
  if (outcome.code !== undefined) expect(outcome.code.length).toBeLessThanOrEqual(64)
  for (const value of Object.values(outcomeAttributes(outcome))) expect(value).not.toBeUndefined()
}

describe('laws of the classifiers', () => {
  it('any JSON value classifies to a valid outcome, and nothing of ours was swallowed', () => {
    const before = swallowedErrors().classify ?? 0
    fc.assert(
      fc.property(json, about, (value, known) => expectValid(classifyValue(value, known))),
      { numRuns: 1000 },
    )
    fc.assert(
      fc.property(result, about, (value, known) => expectValid(classifyResult(value, known))),
      { numRuns: 1000 },
    )
    fc.assert(fc.property(json, about, (value, known) => expectValid(classifyResult(value, known))))
    expect(swallowedErrors().classify ?? 0).toBe(before)
  })

  it('any thrown thing classifies to a failure, a cancel or a question', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), json),
        about,
        fc.dictionary(telling, json),
        (thrown, known, fields) => {
          for (const error of [thrown, Object.assign(new Error('x'), fields)]) {
            const outcome = classifyError(error, known)
            expectValid(outcome)
            expect(['failed', 'indeterminate', 'cancelled', 'input_required']).toContain(outcome.status)
          }
        },
      ),
    )
  })

  it('reading changes nothing', () => {
    fc.assert(
      fc.property(result, about, (value, known) => {
        const before = JSON.stringify(value)
        classifyResult(value, known)
        classifyValue(value, known)
        expect(JSON.stringify(value)).toBe(before)
      }),
    )
  })

  it('keys of no known meaning never turn something found into a failure', () => {
    const row = fc.record({ id: fc.nat(), label: fc.string({ minLength: 1 }) })
    const key = fc.string({ minLength: 1, maxLength: 12 }).map((name) => `own ${name}`)
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.dictionary(key, json), (rows, own) => {
        for (const plain of [{ items: rows }, { status: 'found', count: rows.length, items: rows }]) {
          const outcome = classifyValue({ ...own, ...plain }, { effect: 'read' })
          expect([outcome.status, outcome.count]).toEqual(['found', rows.length])
        }
      }),
    )
  })

  it('the same result means the same, whoever asks first', () => {
    fc.assert(
      fc.property(result, about, (value, known) => {
        expect(classifyResult(value, known)).toEqual(classifyResult(structuredClone(value), known))
      }),
    )
  })
})
