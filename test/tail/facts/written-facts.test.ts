import { expect, test } from 'vitest'
import { emptyFacts } from '../../../src/tail/facts/packed/layout.ts'
import { emptyResult } from '../../../src/tail/facts/packed/nested-layout.ts'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import { readWrittenFacts, writeFacts } from '../../../src/tail/facts/written-facts.ts'
import { randomRun } from '../../support/random-run.ts'

const written = (...spans: SpanFacts[]): SpanFacts[] => readWrittenFacts(writeFacts(spans) ?? '[{},[]]')

test('facts come back as they were, with every field that they had', () => {
  const spans = randomRun(7, 400, 2).map((span) => readFacts(span))
  expect(written(...spans)).toEqual(spans)
  expect(written(...spans).map((span) => Object.keys(span))).toEqual(spans.map((span) => Object.keys(span)))
})

test('facts of other forms come back, too', () => {
  const span: SpanFacts = { ...emptyFacts(), startMs: 1.5, endMs: 2 }
  const full: SpanFacts = {
    ...span,
    name: 'größer 🙂 \ud800',
    result: { ...emptyResult(), status: 'found', count: 0 },
    budget: { approved: false, owner: 'desk' },
    errorFields: [],
    links: [{ traceId: 'a', spanId: 'b' }],
  }
  const short: SpanFacts = { ...span, result: { status: 'failed', foreign: true, coverage: 'unknown' } }
  expect(written(span, full, short)).toEqual([span, full, short])
  expect(written(short, full, span)).toEqual([short, full, span])
})

test('facts that would not come back are not written', () => {
  const span: SpanFacts = { ...emptyFacts(), startMs: 1, endMs: 2 }
  expect(writeFacts([span, { ...span, startMs: Number.NaN }])).toBeUndefined()
  expect(writeFacts([{ ...span, endMs: Number.POSITIVE_INFINITY }])).toBeUndefined()
  expect(writeFacts([{ ...span, endMs: undefined }])).toBeUndefined()
})

test('take less than half of what their objects take', () => {
  const spans = randomRun(7, 400, 2).map((span) => readFacts(span))
  expect((writeFacts(spans)?.length ?? Number.NaN) / spans.length).toBeLessThan(450)
})
