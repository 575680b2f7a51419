import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import { IdIndex } from '../../../src/tail/model/id-index.ts'
import { trace } from '../../support/trace.ts'

const [facts] = trace({ id: 'a' }).map(readFacts)

/** One question in so many spans: a list that grows is looked through little by little or all at once. */
const ASKED_EVERY = [1, 3, 100]

test.each(ASKED_EVERY)(
  'asked after every %i spans finds each span by both its ids, of two with the same ids the later one, and no other',
  (askedEvery) => {
    const id = fc.integer({ min: 0, max: 20 }).map((number) => number.toString(16).padStart(16, '0'))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('t1', 't2'), id), { maxLength: 60 }),
        id,
        (keys, other) => {
          if (facts === undefined) throw new Error('no facts')
          const spans: SpanFacts[] = []
          const index = new IdIndex(spans)
          for (const [traceId, spanId] of keys) {
            spans.push({ ...facts, traceId, spanId })
            if (spans.length % askedEvery === 0) index.find('t1', other)
          }
          for (const [traceId, spanId] of [...keys, ['t1', other], ['t3', other]] as const) {
            const last = keys.findLastIndex(([trace, span]) => trace === traceId && span === spanId)
            expect(index.find(traceId, spanId)).toBe(last)
          }
        },
      ),
    )
  },
)
