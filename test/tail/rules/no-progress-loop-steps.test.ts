import { describe, expect, test } from 'vitest'
import { call, failing, model, read, run } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import type { TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('no-progress-loop', ...spans, run)

type Make = (id: string, index: number, place: Partial<TestSpan>) => TestSpan

const step = (id: string, startMs: number, endMs: number, parent = 'run'): TestSpan => ({
  id,
  in: parent,
  at: [startMs, endMs],
})

/** AI SDK 7: a span for each turn, around the call of the model and the calls that it asks for. */
const turns = (count: number, make: Make, parent = 'run'): TestSpan[] =>
  Array.from({ length: count }, (_, index) => {
    const at = 100 * index
    return [
      model(`m${index}`, { in: `p${index}`, at: [at + 1, at + 20] }),
      make(`t${index}`, index, { in: `p${index}`, at: [at + 21, at + 60] }),
      step(`p${index}`, at, at + 61, parent),
    ]
  }).flat()

/** LangGraph: the model and its tools in a node each, with one more step around each tool. */
const nodes = (count: number, make: Make): TestSpan[] =>
  Array.from({ length: count }, (_, index) => {
    const at = 100 * index
    return [
      model(`m${index}`, { in: `n${index}`, at: [at + 1, at + 20] }),
      step(`n${index}`, at, at + 21),
      make(`t${index}`, index, { in: `w${index}`, at: [at + 24, at + 50] }),
      step(`w${index}`, at + 23, at + 51, `x${index}`),
      step(`x${index}`, at + 22, at + 52),
    ]
  }).flat()

const page: Make = (id, _, place) =>
  read(id, 'read_page', {
    'toolspan.operation.fingerprint': 'page',
    'toolspan.result.fingerprint': 'same',
    ...place,
  })
const search: Make = (id, index, place) =>
  failing(id, 'search', 'other', {
    'toolspan.operation.fingerprint': `words-${index}`,
    'toolspan.error.code': 'INDEX_CLOSED',
    ...place,
  })

describe.each([
  ['turns', turns],
  ['nodes of a graph', nodes],
])('an agent whose %s are spans of their own', (_, agent) => {
  test('goes in a circle over five of them (REQ-26)', () => {
    expect(found(...agent(4, page))).toEqual([])
    expect(found(...agent(5, page))).toMatchObject([
      { attempts: 5, basis: 'fingerprint', origin: { agent: 'desk', tool: 'read_page' } },
    ])
    expect(found(...agent(6, search))).toMatchObject([{ attempts: 6, basis: 'position' }])
  })

  test('is told of once, however the spans come', () => {
    const spans = agent(7, page)
    expect(found(...spans.reverse())).toMatchObject([{ attempts: 7 }])
  })

  test('gets on where the answer changes', () => {
    const changing: Make = (id, index, place) => ({
      ...page(id, index, place),
      'toolspan.result.fingerprint': `r${index}`,
    })
    expect(found(...agent(8, changing))).toEqual([])
  })

  test('asks about one thing after the other', () => {
    const missing: Make = (id, index, place) => ({
      ...search(id, index, place),
      'toolspan.error.code': 'ENOENT',
    })
    expect(found(...agent(8, missing))).toEqual([])
    const none: Make = (id, index, place) =>
      read(id, 'find_part', {
        'toolspan.operation.fingerprint': `part-${index}`,
        'toolspan.result.status': 'found_none',
        'toolspan.coverage.status': 'complete',
        ...place,
      })
    expect(found(...agent(8, none))).toEqual([])
  })

  test('does other things between', () => {
    const other: Make = (id, index, place) =>
      index % 3 === 2 ? read(id, 'list_orders', place) : page(id, index, place)
    expect(found(...agent(9, other))).toEqual([])
  })
})

describe('steps of a program', () => {
  const items = (count: number, make: Make): TestSpan[] =>
    turns(count, make).filter(({ id }) => !id.startsWith('m'))

  test('that no model asks for are its items', () => {
    expect(found(...items(8, page))).toEqual([])
    expect(found(...items(8, search))).toEqual([])
  })

  test('of which each calls a model once are no circle of a model, unless an agent has them', () => {
    const ask: Make = (id, _, place) => model(id, { failed: true, 'error.type': 'empty_response', ...place })
    const batch = step('batch', 0, 10_000, 'none')
    const asked = items(6, ask)
    expect(
      found(...asked.map((span) => (span.in === 'run' ? { ...span, in: 'batch' } : span)), batch),
    ).toEqual([])
    expect(found(...asked)).toHaveLength(1)
  })

  test('of which each asks a model and then a tool are its items', () => {
    const batch = step('batch', 0, 10_000, 'none')
    expect(found(batch, ...turns(7, search, 'batch'))).toEqual([])
    expect(found(...turns(7, search))).toHaveLength(1)
  })

  test('that an agent has under way side by side are branches, also where their calls follow one another', () => {
    const branches = turns(7, search).map((span) =>
      span.id.startsWith('p') ? { ...span, at: [0, span.at?.[1] ?? 0] as const } : span,
    )
    expect(found(...branches)).toEqual([])
  })

  test('inside one tool are the work of that tool', () => {
    const batch = call('batch', 'process_batch', { at: [0, 10_000] })
    expect(found(batch, ...turns(7, search, 'batch'))).toEqual([])
  })
})
