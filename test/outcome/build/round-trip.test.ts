import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failed } from '../../../src/outcome/build/failed.ts'
import { found } from '../../../src/outcome/build/found.ts'
import { foundNone } from '../../../src/outcome/build/found-none.ts'
import { indeterminate } from '../../../src/outcome/build/indeterminate.ts'
import type { LookedAt } from '../../../src/outcome/build/looked-at.ts'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import type { ToolResult } from '../../../src/outcome/tool-result.ts'
import { COVERAGE_STATUSES } from '../../../src/semconv/attributes/coverage.ts'
import { ERROR_CATEGORIES } from '../../../src/semconv/attributes/error.ts'
import { EMPTY_REASONS } from '../../../src/semconv/attributes/result.ts'
import { TOOL_EFFECTS } from '../../../src/semconv/attributes/tool.ts'

const effect = fc.constantFrom(...TOOL_EFFECTS)
const names = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 4 })
const options: fc.Arbitrary<LookedAt> = fc.record(
  {
    sources: names,
    missing: names,
    scanned: fc.nat(),
    total: fc.nat(),
    coverage: fc.constantFrom(...COVERAGE_STATUSES),
    searched: fc.jsonValue(),
    truncated: fc.boolean(),
    hasMore: fc.boolean(),
    nextCursor: fc.string(),
    freshness: fc.record({ ageMs: fc.nat(), maxAgeMs: fc.nat() }, { requiredKeys: [] }),
    message: fc.string(),
  },
  { requiredKeys: [] },
)
const context = fc.record(
  {
    errorCategory: fc.constantFrom(...ERROR_CATEGORIES),
    isRetryable: fc.boolean(),
    message: fc.string(),
    errorCode: fc.stringMatching(/^[A-Z_]{1,20}$/),
    detail: fc.string(),
    attemptedQuery: fc.jsonValue(),
    partialResults: fc.array(fc.jsonValue(), { maxLength: 3 }),
    alternatives: fc.array(fc.string(), { maxLength: 3 }),
    attemptCount: fc.nat(),
    elapsedMs: fc.nat(),
    budgetExhausted: fc.boolean(),
    unresolvedSources: names,
    retryAfterMs: fc.nat(),
  },
  { requiredKeys: ['errorCategory', 'message'] },
)

/** What the wire makes of a result. */
const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value))
const textOf = (result: ToolResult<object>): string => result.content[0]?.text ?? ''

/** The sentence of a text: everything before the JSON of the envelope. */
function partsOf(result: ToolResult<object>): { sentence: string; envelope: unknown } {
  const json = JSON.stringify(result.structuredContent)
  expect(textOf(result).endsWith(`\n\n${json}`)).toBe(true)
  return { sentence: textOf(result).slice(0, -json.length - 2), envelope: JSON.parse(json) }
}

function numbersIn(value: unknown): Set<string> {
  return new Set(JSON.stringify(value).match(/\d+/g))
}

describe('REQ-8: what a builder writes, the classifier reads', () => {
  it('of something found', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { minLength: 1, maxLength: 5 }),
        options,
        effect,
        (rows, stated, does) => {
          const built = found(rows, stated)
          const envelope = built.structuredContent
          const read = classifyResult(overTheWire(built), { effect: does })
          expect(read).toMatchObject({ status: 'found', reason: 'declared', count: rows.length })
          expect(read.coverage).toEqual(envelope.coverage)
          expect(read.freshness).toEqual(envelope.freshness ?? { status: 'unknown' })
          for (const key of ['total', 'scanned', 'truncated', 'hasMore'] as const)
            expect(read[key]).toBe(envelope[key])
        },
      ),
    )
  })

  it('of nothing found', () => {
    const none = fc.tuple(options, fc.option(fc.constantFrom(...EMPTY_REASONS), { nil: undefined }))
    fc.assert(
      fc.property(none, effect, ([stated, emptyReason], does) => {
        const built = foundNone({ ...stated, ...(emptyReason === undefined ? {} : { emptyReason }) })
        const read = classifyResult(overTheWire(built), { effect: does })
        expect(read).toMatchObject({ status: 'found_none', reason: 'declared', count: 0 })
        expect(read.coverage).toEqual(built.structuredContent.coverage)
        expect(read.emptyReason).toBe(emptyReason)
      }),
    )
  })

  it('of a failure, also when the structured view was dropped on the way', () => {
    fc.assert(
      fc.property(context, effect, (stated, does) => {
        const built = failed(stated)
        const envelope = built.structuredContent
        const read = classifyResult(overTheWire(built), { effect: does })
        expect(read).toMatchObject({
          status: 'failed',
          reason: 'declared',
          category: envelope.errorCategory,
          retryable: envelope.isRetryable,
        })
        expect([read.code, read.retryAfterMs]).toEqual([envelope.errorCode, envelope.retryAfterMs])
        expect(read.partialCount).toBe(stated.partialResults?.length)
        const { structuredContent: _dropped, ...textOnly } = overTheWire(built)
        if (stated.message.includes('{')) return
        expect(classifyResult(textOnly, { effect: does })).toMatchObject({
          status: 'failed',
          category: envelope.errorCategory,
          retryable: envelope.isRetryable,
        })
      }),
    )
  })

  it('of an open end', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), effect, (message, statusCheck, does) => {
        const read = classifyResult(overTheWire(indeterminate({ message, statusCheck })), { effect: does })
        expect(read).toMatchObject({ status: 'indeterminate', retryable: false, category: 'transient' })
      }),
    )
  })
})

describe('REQ-9: the text never disagrees with the structured view', () => {
  it('it carries the envelope, and each number of its sentence stands there', () => {
    const plain = fc.record({ message: fc.constant('busy'), searched: fc.constant({ a: 'b' }) })
    fc.assert(
      fc.property(fc.nat(30), options, plain, (count, stated, { message, searched }) => {
        const rows = Array.from({ length: count }, () => 'x')
        const built = found(rows, { ...stated, message, searched, nextCursor: 'abc' })
        const { sentence, envelope } = partsOf(built)
        expect(envelope).toEqual(overTheWire(built.structuredContent))
        const allowed = numbersIn({ ...built.structuredContent, results: [] })
        for (const number of numbersIn(sentence)) expect(allowed).toContain(number)
      }),
    )
  })

  it('its sentence alone never says "found" of nothing, nor "none" of something', () => {
    fc.assert(
      fc.property(
        fc.nat(3),
        fc.record({ sources: names, scanned: fc.nat() }, { requiredKeys: [] }),
        (count, stated) => {
          const rows = Array.from({ length: count }, (_, at) => ({ id: at }))
          const { sentence } = partsOf(found(rows, stated))
          const read = classifyValue(sentence, { effect: 'read' })
          expect(read.status).toBe(count === 0 ? 'found_none' : 'found')
        },
      ),
    )
  })
})
