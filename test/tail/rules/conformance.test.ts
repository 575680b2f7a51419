import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { swallowedErrors } from '../../../src/self/swallow.ts'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import { OWN_VALUES } from '../../../src/tail/facts/scan/own-values.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { createJudge, judgeRun } from '../../../src/tail/judge.ts'
import { createRun } from '../../../src/tail/model/run.ts'
import { DEFAULT_RULE_SETTINGS } from '../../../src/tail/rule-settings.ts'
import { RULES } from '../../../src/tail/rules/index.ts'
import { pageOf } from '../../../src/tail/rules/pages.ts'
import { MADE_SPANS } from '../../support/made-spans.ts'
import { storm } from '../../support/storm.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

const OWN_FIELDS = OWN_VALUES.map(([field]) => field)

const CUE_SPANS: fc.Arbitrary<SpanInput> = MADE_SPANS.map(([span]) => span).filter(
  (span) => span !== undefined,
)

const layers = [
  { layer: 'coordinator', tries: 3 },
  { layer: 'tool', tries: 3 },
  { layer: 'http', tries: 3 },
]
const storming = trace(...storm({ layers }))

describe.each(RULES)('the rule $id', (rule) => {
  test('is frozen, and says what it means, when it is quiet and how to fix it', () => {
    expect(Object.isFrozen(rule)).toBe(true)
    const page = pageOf(rule.id)
    for (const text of [page?.summary, page?.meaning, page?.example, page?.quietWhen, page?.fix]) {
      expect(text).toMatch(/^[A-Z0-9`].{10,}[.]$/)
    }
    expect(page?.severities).toMatch(/^(?:info|warning|critical)\b/)
  })

  test('has a test of its own that names it', () => {
    const file = new URL(`./${rule.id}.test.ts`, import.meta.url)
    expect(readFileSync(file, 'utf8')).toContain(rule.id)
  })

  test('has its row in the docs', () => {
    const page = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8')
    expect(page).toContain(rule.id)
    for (const text of Object.values(pageOf(rule.id) ?? {})) expect(page).toContain(text)
  })
})

describe.each(RULES)('what $id takes for a cue', (rule) => {
  test('does not depend on where and when a span was, nor on what each call has of its own', () => {
    fc.assert(
      fc.property(CUE_SPANS, (span) => {
        const facts = readFacts(span)
        const isCue = rule.isCue(facts, DEFAULT_RULE_SETTINGS)
        const elsewhere: SpanFacts = {
          ...facts,
          traceId: 'f'.repeat(32),
          spanId: 'f'.repeat(16),
          parentSpanId: facts.parentSpanId === undefined ? 'e'.repeat(16) : undefined,
          traceFlags: 0,
          service: 'elsewhere',
          startMs: facts.startMs + 3_600_000,
          endMs: facts.endMs === undefined ? undefined : facts.endMs + 3_600_000,
        }
        for (const field of OWN_FIELDS)
          if (facts[field] !== undefined)
            Object.assign(elsewhere, { [field]: field === 'tokens' ? 77 : `other ${field}` })
        expect(rule.isCue(elsewhere, DEFAULT_RULE_SETTINGS)).toBe(isCue)
      }),
      { numRuns: 300 },
    )
  })

  test('is one at all lengths between two at which it is one, or at none of them', () => {
    const length = fc.oneof(fc.nat(1000), fc.nat(10_000_000))
    fc.assert(
      fc.property(CUE_SPANS, fc.array(length, { minLength: 3, maxLength: 3 }), (span, lengths) => {
        const facts = readFacts(span)
        const [first, between, last] = lengths
          .sort((a, b) => a - b)
          .map((lengthMs) => rule.isCue({ ...facts, endMs: facts.startMs + lengthMs }, DEFAULT_RULE_SETTINGS))
        if (first === last) expect(between).toBe(first)
      }),
      { numRuns: 300 },
    )
  })
})

test('lists every rule file of the folder', () => {
  const files = readdirSync(new URL('../../../src/tail/rules/', import.meta.url))
  const rules = files.filter((file) => !['index.ts', 'pages.ts', 'rule.ts', 'draft'].includes(file))
  expect(rules.sort()).toEqual(RULES.map((rule) => `${rule.id}.ts`).sort())
})

test('answers for no spans at all, for orphans and for spans that are their own ancestors', () => {
  expect(findingsOf([])).toEqual([])
  const orphans = storming.map((span) => ({ ...span, parentSpanId: 'ffffffffffffffff' }))
  expect(() => findingsOf(orphans)).not.toThrow()
  const circle = storming.map((span, index) => ({
    ...span,
    parentSpanId: storming[(index + 1) % storming.length]?.spanId ?? '',
  }))
  expect(() => findingsOf(circle)).not.toThrow()
  expect(swallowedErrors().rule).toBeUndefined()
})

test('changes nothing in the facts that it reads', () => {
  const facts = storming.map((span) => Object.freeze(readFacts(span)))
  expect(judgeRun(createRun(Object.freeze(facts)), true).map(({ rule }) => rule)).toContain('retry-storm')
})

test('answers for any attributes of any type under the names that it reads, and never throws', () => {
  const names = [
    'toolspan.operation.id',
    'toolspan.attempt.number',
    'toolspan.budget.id',
    'toolspan.budget.parent_id',
    'toolspan.budget.max_attempts',
    'toolspan.operation.fingerprint',
    'toolspan.result.status',
    'toolspan.layer',
    'toolspan.run.id',
    'gen_ai.operation.name',
    'gen_ai.tool.name',
    'gen_ai.tool.call.result',
    'mcp.session.id',
    'jsonrpc.request.id',
    'http.request.method',
    'http.response.status_code',
    'http.request.header.x-stainless-retry-count',
    'http.request.header.amz-sdk-request',
    'http.request.header.amz-sdk-invocation-id',
    'url.full',
  ]
  const value = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.double(),
    fc.integer({ min: -3, max: 5 }),
    fc.boolean(),
    fc.array(fc.string({ maxLength: 4 }), { maxLength: 2 }),
    fc.constantFrom('execute_tool', 'found_none', 'failed', 'tool', 'a', '1', 'attempt=1; max=2'),
  )
  const span = fc.record({
    id: fc.constantFrom(...'abcdefghijkl'),
    parent: fc.option(fc.constantFrom(...'abcdefghijkl'), { nil: undefined }),
    service: fc.constantFrom('one', 'two'),
    kind: fc.constantFrom<SpanInput['kind']>('internal', 'client', 'server'),
    startMs: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(Number.NaN)),
    endMs: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    failed: fc.boolean(),
    attributes: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 }),
  })
  fc.assert(
    fc.property(fc.array(span, { maxLength: 14 }), (drafts) => {
      const judge = createJudge()
      for (const { id, parent, endMs, ...rest } of drafts) {
        judge.add({
          ...rest,
          traceId: 't'.repeat(32),
          spanId: id.repeat(16),
          ...(parent === undefined ? {} : { parentSpanId: parent.repeat(16) }),
          ...(endMs === undefined ? {} : { endMs }),
          name: id,
          scope: 'test',
          events: [],
          links: [],
        })
      }
      for (const finding of judge.findings()) {
        expect(RULES.map((rule) => rule.id)).toContain(finding.rule)
        expect(finding.spanIds.length).toBeGreaterThan(0)
      }
      expect(swallowedErrors().rule).toBeUndefined()
    }),
    { numRuns: 400 },
  )
})

test('judges 10,000 spans of one storm and of one flat run in bounded work', () => {
  const wide = storm({
    layers: [
      { layer: 'coordinator', tries: 10 },
      { layer: 'tool', tries: 30 },
      { layer: 'http', tries: 30 },
    ],
  })
  expect(findingsOf(trace(...wide)).map(({ rule }) => rule)).toContain('retry-storm')
  const flat: TestSpan[] = Array.from({ length: 10_000 }, (_, index) => ({
    id: `f${index.toString(36).padStart(6, '0')}`,
    in: 'run',
    failed: index % 2 === 0,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'toolspan.operation.fingerprint': `print-${index % 5000}`,
  }))
  expect(() => findingsOf(trace(...flat, { id: 'run', at: [0, 1] }))).not.toThrow()
}, 20_000)
