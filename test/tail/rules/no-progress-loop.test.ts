import { expect, test } from 'vitest'
import {
  attempt,
  call,
  client,
  empty,
  failing,
  model,
  read,
  run,
  server,
  write,
} from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { storm } from '../../support/storm.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('no-progress-loop', ...spans, run)

type More = Partial<TestSpan>

/** `count` spans in a row, the ids `s0`, `s1` and so on. */
const times = (count: number, make: (id: string, index: number) => TestSpan): TestSpan[] =>
  Array.from({ length: count }, (_, index) => make(`s${index}`, index))

const page = (id: string, more: More = {}) =>
  read(id, 'read_page', {
    'toolspan.operation.fingerprint': 'page',
    'toolspan.result.fingerprint': 'same',
    ...more,
  })
/** Searches in other words each time. */
const search = (id: string, index: number, more: More = {}) =>
  failing(id, 'search', 'other', {
    'toolspan.operation.fingerprint': `words-${index}`,
    'toolspan.error.code': 'INDEX_CLOSED',
    ...more,
  })

test('flags one call that gets the same answer five times (REQ-26)', () => {
  const [finding, ...more] = found(...times(7, (id) => page(id)))
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    severity: 'warning',
    attempts: 7,
    basis: 'fingerprint',
    origin: { agent: 'desk', tool: 'read_page' },
  })
  expect(finding?.spanIds).toEqual(['s4', 's0', 's1', 's2', 's3', 's5', 's6'].map((id) => hexId(id, 16)))
  expect(finding?.summary).toBe('read_page was called 7 times in a row and gave the same answer each time')
  expect(finding?.fix).toContain('stop calling read_page')
})

test.each([
  [4, 0],
  [5, 1],
])('%d equal steps are %d finding', (count, findings) => {
  expect(found(...times(count, (id) => page(id)))).toHaveLength(findings)
  expect(found(...times(count, (id, index) => search(id, index)))).toHaveLength(findings)
})

test('flags other wordings that fail for one reason', () => {
  expect(found(...times(6, search))[0]?.summary).toBe(
    'search was called 6 times in a row and failed (INDEX_CLOSED) each time',
  )
})

test('flags searches that keep coming back empty without saying where they looked', () => {
  const none = (id: string, index: number) =>
    empty(id, 'search', {
      'toolspan.operation.fingerprint': `words-${index}`,
      'toolspan.result.reason': 'empty_array',
    })
  expect(found(...times(5, none))[0]?.summary).toBe(
    'search was called 5 times in a row and found nothing each time',
  )
})

test('flags a model that keeps failing, also between tool calls', () => {
  const ask = (id: string) => model(id, { failed: true, 'error.type': 'empty_response' })
  const [finding] = found(...times(6, ask))
  expect(finding?.summary).toBe('model-a was called 6 times in a row and failed (empty_response) each time')
  expect(found(read('before', 'look'), ...times(5, ask), read('after', 'look'))).toHaveLength(1)
})

test('reads spans of the AI SDK, of OpenInference and of OpenLLMetry', () => {
  const thrown = { type: 'IndexClosedError', message: 'index articles-v2 is closed' }
  const ai = (id: string): TestSpan => ({
    id,
    in: 'run',
    failed: true,
    thrown,
    'ai.operationId': 'ai.toolCall',
    'ai.toolCall.name': 'search',
    'ai.toolCall.args': `{"q":"${id}"}`,
  })
  const openInference = (id: string): TestSpan => ({
    id,
    in: 'run',
    failed: true,
    thrown,
    'openinference.span.kind': 'TOOL',
    'tool.name': 'search',
    'input.value': id,
  })
  const traceloop = (id: string): TestSpan => ({
    id,
    in: 'run',
    failed: true,
    thrown,
    'traceloop.span.kind': 'tool',
    'traceloop.entity.name': 'search',
  })
  for (const make of [ai, openInference, traceloop]) {
    expect(found(...times(5, make))[0]?.summary).toMatch(/^search was called 5 times in a row and failed/)
  }
})

test('stays quiet when the answer changes: polling', () => {
  const state = (id: string, index: number) =>
    page(id, { 'toolspan.result.fingerprint': `state-${index >> 1}` })
  expect(found(...times(10, state))).toEqual([])
})

test('stays quiet when the answer changes in the end, however long the job was queued', () => {
  const queued = times(9, (id) => page(id))
  const done = page('done', { 'toolspan.result.fingerprint': 'done' })
  expect(found(...queued, done)).toEqual([])
  expect(found(...queued, write('go', 'press_start'), done)).toHaveLength(1)
})

test('stays quiet about pages: other arguments that find something, by cursor or by offset', () => {
  const next = (id: string, index: number) =>
    page(id, { 'toolspan.operation.fingerprint': `offset-${index}` })
  expect(found(...times(8, next))).toEqual([])
  const blind = (id: string) => read(id, 'list', { 'toolspan.result.has_more': true })
  expect(found(...times(8, blind))).toEqual([])
})

test('stays quiet about tries of one budget', () => {
  const ofBudget = (id: string, index: number) => ({
    ...search(id, 0),
    ...attempt(id, index + 1, { failed: true, 'toolspan.budget.max_attempts': 9 }),
  })
  expect(found(...times(8, ofBudget))).toEqual([])
})

test('stays quiet where a storm or a reset says it already', () => {
  const layers = [
    { layer: 'tool', tries: 6 },
    { layer: 'http', tries: 2 },
  ]
  expect(found(...storm({ layers }))).toEqual([])
  const inner = (parent: string, from: number): TestSpan[] =>
    [0, 1].map((index) =>
      search(`${parent}${index}`, 0, { in: parent, at: [from + index * 20, from + index * 20 + 10] }),
    )
  const nested = times(5, (id, index) =>
    failing(id, 'ask_agent', 'other', {
      at: [index * 100, index * 100 + 50],
      'toolspan.operation.fingerprint': 'task',
      'toolspan.error.code': 'INDEX_CLOSED',
    }),
  )
  const loops = nested.flatMap((span, index) => [span, ...inner(span.id, index * 100 + 5)])
  expect(found(...loops)).toEqual([])
  expect(found(...nested)).toHaveLength(1)
})

test('stays quiet about a poller: evenly, a minute or more apart', () => {
  const probe = (gapMs: number) => (id: string, index: number) =>
    page(id, { at: [index * gapMs, index * gapMs + 100] })
  expect(found(...times(6, probe(60_100)))).toEqual([])
  expect(found(...times(6, probe(60_099)))).toHaveLength(1)
})

test('stays quiet about calls side by side: fan-out', () => {
  expect(found(...times(8, (id) => page(id, { at: [0, 100] })))).toEqual([])
  expect(found(...times(8, (id, index) => search(id, index, { at: [index, 100 + index] })))).toEqual([])
})

test('stays quiet about calls that one answer of the model wanted, carried out one after the other', () => {
  const wanted = (id: string, index: number) => search(id, index, { 'gen_ai.tool.call.id': `call-${id}` })
  expect(found(model('ask'), ...times(8, wanted))).toEqual([])
  const asked = times(6, wanted).flatMap((span) => [model(`m${span.id}`), span])
  expect(found(...asked)).toHaveLength(1)
})

test('stays quiet about different questions that were each answered with a final none', () => {
  const none = (id: string, index: number) =>
    empty(id, 'find_user', {
      'toolspan.operation.fingerprint': `name-${index}`,
      'toolspan.result.reason': 'declared',
      'toolspan.coverage.status': 'complete',
    })
  expect(found(...times(8, none))).toEqual([])
})

test('stays quiet about search-then-create, and about any other call between', () => {
  const pair = (id: string, index: number): TestSpan[] => [
    empty(id, 'find_user', { 'toolspan.result.reason': 'empty_array' }),
    write(`w${index}`, 'create_user'),
  ]
  expect(
    found(...times(6, (id) => page(id)).flatMap((span) => pair(span.id, Number(span.id.slice(1))))),
  ).toEqual([])
  const withSleep = times(6, (id) => page(id)).flatMap((span) => [span, call(`z${span.id}`, 'sleep')])
  expect(found(...withSleep)).toEqual([])
})

test('stays quiet about a shell whose commands fail, each in its own way', () => {
  const shell = (type: string, code?: string) => (id: string, index: number) =>
    failing(id, 'bash', 'other', {
      'error.type': type,
      'toolspan.operation.fingerprint': `command-${index}`,
      ...(code === undefined ? {} : { 'toolspan.error.code': code }),
    })
  expect(found(...times(8, shell('tool_error')))).toEqual([])
  expect(found(...times(8, shell('Error', '1')))).toEqual([])
  expect(found(...times(8, (id) => shell('tool_error')(id, 0)))).toHaveLength(1)
})

test('stays quiet about input that is corrected step by step', () => {
  const wrong = (id: string, index: number) =>
    failing(id, 'create_view', 'validation', { 'toolspan.operation.fingerprint': `input-${index}` })
  expect(found(...times(6, wrong))).toEqual([])
  const coded = (id: string, index: number) => ({
    ...wrong(id, index),
    'toolspan.error.code': 'MISSING_NAME',
  })
  expect(found(...times(6, coded))).toHaveLength(1)
})

test('stays quiet about steps of several agents, and of several services', () => {
  const spread = (id: string, index: number) => page(id, { in: `agent-${index % 3}` })
  expect(found(...times(9, spread))).toEqual([])
  const services = (id: string, index: number) => page(id, { service: `s${index % 2}` })
  expect(found(...times(10, services))).toEqual([])
})

test('sees one step where a framework, an MCP client and a server show it', () => {
  const views = (id: string, index: number): TestSpan[] => {
    const from = index * 1000
    const inner = client(page(`${id}C`, { in: id, at: [from + 10, from + 80] }))
    return [
      page(id, {
        at: [from, from + 90],
        'toolspan.operation.fingerprint': undefined,
        'gen_ai.tool.call.arguments': '{}',
      }),
      inner,
      server(inner, { at: [3, 50] }),
    ]
  }
  const shown = (count: number) => times(count, (id) => page(id)).flatMap(({ id }, index) => views(id, index))
  expect(found(...shown(4))).toEqual([])
  expect(found(...shown(5))).toHaveLength(1)
})

test('sees steps that follow one another at once, as SDKs that cut the start to a millisecond record them', () => {
  expect(found(...times(5, (id, index) => page(id, { at: [index * 10, index * 10 + 10.4] })))).toHaveLength(1)
})

test('stays quiet about acts that answer with the same "ok" each time: scrolling, waiting, writing', () => {
  const act = (effect: string) => (id: string) =>
    page(id, { 'toolspan.tool.effect': effect, 'toolspan.result.count': undefined })
  expect(found(...times(8, act('unknown')))).toEqual([])
  expect(found(...times(8, act('write')))).toEqual([])
  const scroll = (id: string): TestSpan => ({
    id,
    in: 'run',
    'ai.operationId': 'ai.toolCall',
    'ai.toolCall.name': 'scroll',
    'ai.toolCall.args': '{"dy":500}',
    'ai.toolCall.result': '"ok"',
  })
  expect(found(...times(8, scroll))).toEqual([])
  const listing = (id: string) => ({ ...scroll(id), 'ai.toolCall.result': '[{"id":1},{"id":2}]' })
  expect(found(...times(8, listing))).toHaveLength(1)
})

test('stays quiet about several files that are not there, and not about one', () => {
  const missing = (id: string, index: number) =>
    failing(id, 'read_file', 'other', {
      'toolspan.operation.fingerprint': `path-${index}`,
      'toolspan.error.code': 'ENOENT',
    })
  expect(found(...times(8, missing))).toEqual([])
  expect(found(...times(8, (id) => missing(id, 0)))).toHaveLength(1)
})
