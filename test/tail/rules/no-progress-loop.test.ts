import { expect, test } from 'vitest'
import { client, empty, failing, model, read, run, server } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
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

test('says what ties the steps together: equal arguments, or only their place where the arguments differ', () => {
  expect(found(...times(6, search))[0]?.basis).toBe('position')
  expect(found(...times(6, (id) => search(id, 0)))[0]?.basis).toBe('fingerprint')
  const mixed = times(6, (id, index) => search(id, index === 5 ? 1 : 0))
  expect(found(...mixed)[0]?.basis).toBe('position')
})

test('flags other wordings that keep coming back empty, the model asking anew each time', () => {
  const none = (id: string, index: number) =>
    empty(id, 'search', {
      'toolspan.operation.fingerprint': `words-${index}`,
      'toolspan.result.reason': 'empty_array',
    })
  const asked = times(5, none).flatMap((span) => [model(`m${span.id}`), span])
  expect(found(...asked)[0]?.summary).toBe('search was called 5 times in a row and found nothing each time')
  expect(found(...asked.slice(0, -2))).toEqual([])
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
