import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classifyError } from '../../src/outcome/classify-error.ts'
import { classifyResult } from '../../src/outcome/classify-result.ts'
import { classifyValue } from '../../src/outcome/classify-value.ts'
import { errorTypeOf } from '../../src/outcome/error-type.ts'
import type { Outcome } from '../../src/outcome/outcome.ts'
import { outcomeAttributes } from '../../src/outcome/outcome-attributes.ts'

const MARK = 'sk-live-51Hq8zRTaB9cDeF42xYz'

/** Keys that mean something to a reader of results, in both spellings, and one that means nothing. */
const KEYS = [
  ...[
    'status',
    'code',
    'errorCode',
    'error_code',
    'error',
    'errors',
    'message',
    'type',
    'kind',
    'title',
    'detail',
  ],
  ...[
    'reason',
    'emptyReason',
    'empty_reason',
    'errorCategory',
    'isRetryable',
    'retryAfterMs',
    'count',
    'total',
  ],
  ...[
    'coverage',
    'missing',
    'freshness',
    'observedAt',
    'observed_at',
    'as_of',
    'updatedAt',
    'partialResults',
    'name',
  ],
  ...[
    'unresolvedSources',
    'attemptedQuery',
    'alternatives',
    'content',
    'structuredContent',
    'isError',
    '_meta',
    'text',
  ],
  ...[
    'extensions',
    'data',
    'results',
    'cursor',
    'nextCursor',
    'warnings',
    'sources',
    'statusCode',
    'cause',
    'own',
  ],
]

const leaf = fc.oneof(
  fc.constant(MARK),
  fc.constantFrom(`${MARK} not found`, `Error: ${MARK}`, `status=${MARK}`, `503 ${MARK}`),
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    0,
    3,
    429,
    'failed',
    'found',
    'found_none',
    'stale',
    'partial',
    'transient',
  ),
)
const body = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('node'), { maxKeys: 6 }),
  ),
})).node
const record = fc.dictionary(fc.constantFrom(...KEYS), body, { minKeys: 1, maxKeys: 6 })

function expectNoMark(outcome: Outcome): void {
  expect(JSON.stringify(outcomeAttributes(outcome))).not.toContain(MARK)
}

test('whatever a result holds, none of it is among the attributes of its outcome', () => {
  fc.assert(
    fc.property(record, fc.boolean(), (data, isError) => {
      expectNoMark(classifyValue(data))
      expectNoMark(classifyResult({ content: [{ type: 'text', text: JSON.stringify(data) }], isError }))
      expectNoMark(classifyResult({ content: [], structuredContent: data, isError }))
      expectNoMark(
        classifyResult({ content: [{ type: 'text', text: `Error: ${MARK}` }], _meta: data, isError }),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('whatever an error holds, none of it is among the attributes of its outcome, nor is it its type', () => {
  fc.assert(
    fc.property(record, leaf, (data, message) => {
      const error = Object.assign(new Error(String(message)), data)
      expectNoMark(classifyError(error))
      expectNoMark(classifyError(data))
      expect(errorTypeOf(error)).not.toContain(MARK)
      expect(errorTypeOf(data)).not.toContain(MARK)
    }),
    { numRuns: 2_000 },
  )
})
