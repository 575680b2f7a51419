import { expect, test } from 'vitest'
import { judgingOf } from '../../src/config/judging-of.ts'
import type { ToolspanSettings } from '../../src/config/settings.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { hasExpired, muteOf } from '../../src/tail/mutes.ts'
import { type TestSpan, trace } from '../support/trace.ts'

function findingsWith(settings: ToolspanSettings, spans: readonly SpanInput[]) {
  const judge = createJudge(judgingOf(settings))
  for (const span of spans) judge.add(span)
  return judge.findings()
}

const rulesWith = (settings: ToolspanSettings, spans: readonly SpanInput[]) =>
  findingsWith(settings, spans).map(({ rule }) => rule)

function call(id: string, fields: Partial<TestSpan> = {}): TestSpan {
  return {
    id,
    name: 'execute_tool search',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    ...fields,
  }
}

const EMPTY = trace(call('a', { 'toolspan.result.status': 'found_none', 'toolspan.tool.effect': 'read' }))

test('a rule that is off says nothing, another severity takes the place of its own', () => {
  expect(rulesWith({}, EMPTY)).toEqual(['empty-unknown-coverage'])
  expect(rulesWith({ rules: { 'empty-unknown-coverage': 'off' } }, EMPTY)).toEqual([])
  const [finding] = findingsWith({ rules: { 'empty-unknown-coverage': 'critical' } }, EMPTY)
  expect(finding?.severity).toBe('critical')
})

test('rules that are not asked for are left out, and those that are asked for see all the cues', () => {
  const judge = createJudge(judgingOf({}, new Set(['retry-storm'])))
  for (const span of EMPTY) judge.add(span)
  expect(judge.findings()).toEqual([])
})

test('the effect that is set goes before what the span says', () => {
  expect(rulesWith({ tools: { search: { effect: 'write' } } }, EMPTY)).toEqual([])
  expect(rulesWith({ tools: { other: { effect: 'write' } } }, EMPTY)).toEqual(['empty-unknown-coverage'])
})

test('a recorded body is read by the effect that is set', () => {
  const recorded = trace(call('a', { 'gen_ai.tool.call.result': '{"content":[]}' }))
  expect(rulesWith({ tools: { search: { effect: 'read' } } }, recorded)).toEqual(['empty-unknown-coverage'])
  expect(rulesWith({ tools: { search: { effect: 'write' } } }, recorded)).toEqual([])
})

test('the age that is allowed goes before what the span allows', () => {
  const old = trace(
    call('a', {
      'toolspan.result.status': 'found',
      'toolspan.freshness.status': 'fresh',
      'toolspan.freshness.age_ms': 90_000,
    }),
  )
  expect(rulesWith({}, old)).toEqual([])
  expect(rulesWith({ tools: { search: { maxAgeMs: 60_000 } } }, old)).toEqual(['stale-answer'])
  const stale = trace(
    call('a', {
      'toolspan.result.status': 'found',
      'toolspan.freshness.status': 'stale',
      'toolspan.freshness.age_ms': 90_000,
    }),
  )
  expect(rulesWith({}, stale)).toEqual(['stale-answer'])
  expect(rulesWith({ tools: { search: { maxAgeMs: 100_000 } } }, stale)).toEqual([])
})

test('thresholds move the limits of rules', () => {
  const agent = trace({
    id: 'a',
    name: 'invoke_agent',
    'gen_ai.operation.name': 'invoke_agent',
    'toolspan.agent.tools_offered': 8,
  })
  expect(rulesWith({}, agent)).toEqual(['tool-overload'])
  expect(rulesWith({ thresholds: { maxToolsOffered: 8 } }, agent)).toEqual([])

  const loop = trace(
    { id: 'root', at: [0, 9000] },
    ...[0, 1, 2].map((index) =>
      call(`s${index}`, {
        in: 'root',
        failed: true,
        at: [index * 1000, index * 1000 + 10],
        'error.type': 'invalid_filter',
        'toolspan.operation.fingerprint': 'f',
      }),
    ),
  )
  const ids = (settings: ToolspanSettings) =>
    rulesWith(settings, loop).filter((rule) => rule === 'no-progress-loop')
  expect(ids({})).toEqual([])
  expect(ids({ thresholds: { loopSteps: 3 } })).toEqual(['no-progress-loop'])

  const hung = trace({
    ...call('a'),
    at: [0, 4 * 60_000],
    'network.protocol.name': 'http',
    'mcp.method.name': 'tools/call',
  })
  expect(rulesWith({}, hung)).toEqual([])
  expect(rulesWith({ thresholds: { httpIdleWindowMs: 60_000 } }, hung)).toEqual(['unbounded-call'])
})

test('a mute covers what it names, to the end of its last day', () => {
  const [finding] = findingsWith({}, EMPTY)
  if (finding === undefined) throw new Error('no finding')
  const mute = { rule: 'empty-unknown-coverage', reason: 'known', until: '2026-05-31' }
  const lastMoment = Date.parse('2026-05-31T23:59:59.999Z')
  const muted = (given: object, nowMs = lastMoment) =>
    muteOf(finding, [{ ...mute, ...given }], nowMs) !== undefined
  expect(muted({})).toBe(true)
  expect(muted({ tool: 'search', service: 'agent' })).toBe(true)
  expect(muted({ tool: 'other' })).toBe(false)
  expect(muted({ service: 'other' })).toBe(false)
  expect(muted({ rule: 'stale-answer' })).toBe(false)
  expect(muted({}, lastMoment + 1)).toBe(false)
  expect(hasExpired(mute, lastMoment)).toBe(false)
  expect(hasExpired(mute, lastMoment + 1)).toBe(true)
})
