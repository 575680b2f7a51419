import { expect, test } from 'vitest'
import { call, client, empty, read, run, server, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('stale-answer', ...spans, run)

type More = Partial<TestSpan>

const MINUTE = 60_000
const rate = (ageMs: number | undefined, maxAgeMs: number | undefined, more: More = {}) =>
  read('one', 'get_rate', {
    'toolspan.freshness.age_ms': ageMs,
    'toolspan.freshness.max_age_ms': maxAgeMs,
    ...more,
  })

test('flags an answer that is older than it may be (REQ-8)', () => {
  const [finding, ...more] = found(rate(120 * MINUTE, 15 * MINUTE))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { agent: 'desk', tool: 'get_rate' } })
  expect(finding?.spanIds).toEqual([hexId('one', 16)])
  expect(finding?.summary).toBe('get_rate answered with data that is 2 h old, though only 15 min is allowed')
  expect(finding?.fix).toContain('let get_rate ask the source itself')
})

test.each([
  [MINUTE - 1, 0],
  [MINUTE, 0],
  [MINUTE + 1, 1],
])('an age of %d ms where a minute is allowed is %d finding', (ageMs, count) => {
  expect(found(rate(ageMs, MINUTE))).toHaveLength(count)
})

test('flags an empty answer from data that lags behind: that is not none', () => {
  const none = empty('one', 'find_order', {
    'toolspan.coverage.status': 'complete',
    'toolspan.freshness.status': 'stale',
  })
  expect(found(none)[0]?.summary).toBe('find_order answered with data that is stale by its own account')
})

test('says how old it is where only the age is known', () => {
  expect(
    found(rate(120 * MINUTE, undefined, { 'toolspan.freshness.status': 'stale' }))[0]?.summary,
  ).toContain('2 h old and stale by its own account')
})

test('stays quiet where no allowed age is known, or no age', () => {
  expect(found(rate(365 * 24 * 60 * MINUTE, undefined))).toEqual([])
  expect(found(rate(undefined, MINUTE))).toEqual([])
  expect(found(rate(undefined, undefined, { 'toolspan.freshness.status': 'unknown' }))).toEqual([])
  expect(found(rate(5, undefined, { 'toolspan.freshness.status': 'fresh' }))).toEqual([])
})

test.each(['failed', 'completed', 'accepted', 'input_required', 'cancelled', 'unknown', 'indeterminate'])(
  'stays quiet about a result that is %s',
  (status) => {
    expect(found(rate(120 * MINUTE, MINUTE, { 'toolspan.result.status': status }))).toEqual([])
  },
)

test('stays quiet about a call that failed', () => {
  expect(found(rate(120 * MINUTE, MINUTE, { failed: true }))).toEqual([])
})

test('flags the answer of an agent as well', () => {
  const old = { 'toolspan.freshness.age_ms': 2 * MINUTE, 'toolspan.freshness.max_age_ms': MINUTE }
  expect(found(subagent('a', { 'toolspan.result.status': 'found', ...old }))).toHaveLength(1)
})

test('says it once where framework, client and server show one call', () => {
  const sent = client(rate(2 * MINUTE, MINUTE, { at: [10, 90] }))
  const framework = read('fw', 'get_rate', {
    'toolspan.freshness.age_ms': 2 * MINUTE,
    'toolspan.freshness.max_age_ms': MINUTE,
    at: [0, 100],
  })
  expect(found(framework, { ...sent, in: 'fw' }, server(sent, { at: [3, 50] }))).toHaveLength(1)
})

test('reads ages from a recorded body', () => {
  const body = (ageMs: number) =>
    call('one', 'get_rate', {
      'toolspan.tool.effect': 'read',
      'gen_ai.tool.call.result': JSON.stringify({
        rate: 1.1,
        freshness: { ageMs, maxAgeMs: MINUTE },
        status: 'found',
      }),
    })
  expect(found(body(2 * MINUTE))).toHaveLength(1)
  expect(found(body(MINUTE))).toEqual([])
})

test('speaks of the call that the old data came from, not of each that passed it on', () => {
  const old = { 'toolspan.freshness.age_ms': 2 * MINUTE, 'toolspan.freshness.max_age_ms': MINUTE }
  const outer = read('ask', 'ask_agent', { at: [0, 1000], ...old })
  const inner = rate(2 * MINUTE, MINUTE, { in: 'a', at: [20, 90] })
  const findings = found(outer, subagent('a', { in: 'ask', at: [10, 900] }), inner)
  expect(findings.map(({ spanIds }) => spanIds[0])).toEqual([hexId('one', 16)])
})
