import { expect, test } from 'vitest'
import { call, client, empty, failing, read, run, server, subagent, write } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('acted-on-empty', ...spans, run)

type More = Partial<TestSpan>

const search = (more: More = {}) => empty('search', 'search_customers', more)
const create = (more: More = {}) => write('create', 'create_customer', more)

test('flags a write that follows an empty answer nobody confirmed (REQ-26)', () => {
  const [finding, ...more] = found(search(), create(), write('mail', 'send_mail'))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { agent: 'desk', tool: 'create_customer' } })
  expect(finding?.spanIds).toEqual([hexId('create', 16), hexId('search', 16)])
  expect(finding?.summary).toBe(
    'create_customer was called after search_customers had found nothing without saying how much it looked at',
  )
  expect(finding?.fix).toContain('confirm the empty answer of search_customers before create_customer')
})

test('stays quiet when the write came first, or while the search was still under way', () => {
  expect(found(create(), search())).toEqual([])
  expect(found(search({ at: [0, 100] }), create({ at: [99, 150] }))).toEqual([])
  expect(found(search({ at: [0, 100] }), create({ at: [100, 150] }))).toHaveLength(1)
})

test('stays quiet about search-then-create when the search states its coverage', () => {
  for (const status of ['complete', 'partial']) {
    expect(found(search({ 'toolspan.coverage.status': status }), create())).toEqual([])
  }
  expect(found(search({ 'toolspan.result.scanned': 1204 }), create())).toEqual([])
})

test('stays quiet after a look-up that confirms it', () => {
  const look = (tool: string, more: More = {}) => empty('look', tool, more)
  expect(found(search(), look('search_index', { 'toolspan.coverage.status': 'complete' }), create())).toEqual(
    [],
  )
  expect(found(search(), look('search_index', { 'toolspan.result.scanned': 12 }), create())).toEqual([])
  expect(found(search(), read('look', 'search_customers'), create())).toEqual([])
  expect(found(search(), look('search_index'), create())).toHaveLength(1)
  expect(found(search(), read('look', 'get_plan'), create())).toHaveLength(1)
  expect(found(search(), failing('look', 'search_customers', 'transient'), create())).toHaveLength(1)
})

test('a look-up that came before the search confirms nothing', () => {
  const full = empty('look', 'search_index', { 'toolspan.coverage.status': 'complete' })
  expect(found(full, search(), create())).toHaveLength(1)
})

test('stays quiet after a turn of the user, or a question to a person', () => {
  const turn = (id: string) => ({ 'toolspan.turn.id': id })
  expect(found(search(turn('1')), create(turn('2')))).toEqual([])
  expect(found(search(turn('1')), create(turn('1')))).toHaveLength(1)
  const ask = call('ask', 'confirm', { 'toolspan.result.status': 'input_required' })
  expect(found(search(), ask, create())).toEqual([])
})

test('stays quiet about a write that was refused, and speaks of the next one', () => {
  const refused = write('try', 'create_customer', { failed: true, 'toolspan.result.status': 'failed' })
  expect(found(search(), refused)).toEqual([])
  expect(found(search(), refused, create()).map(({ spanIds }) => spanIds[0])).toEqual([hexId('create', 16)])
  const unknown = { failed: true, 'toolspan.result.status': 'indeterminate' }
  expect(found(search(), create(unknown))).toHaveLength(1)
})

test('stays quiet about calls of unknown effect', () => {
  expect(found(search(), call('do', 'do_something'))).toEqual([])
})

test('stays quiet about another run', () => {
  const elsewhere = create({ trace: 'other', in: 'root', at: [500, 600] })
  expect(found(search(), elsewhere, { id: 'root', trace: 'other', at: [400, 900] })).toEqual([])
})

test('stays quiet about agents side by side: the one that writes knows nothing of the other', () => {
  const agents = (secondFrom: number) => [
    subagent('a', { at: [0, 1000] }),
    search({ in: 'a', at: [10, 100] }),
    subagent('b', { at: [secondFrom, 3000] }),
    create({ in: 'b', at: [2000, 2100] }),
  ]
  expect(found(...agents(50))).toEqual([])
  expect(found(...agents(999))).toEqual([])
  expect(found(...agents(1000))).toHaveLength(1)
})

test('stays quiet when the agent that writes was sent before the coordinator searched', () => {
  const spans = (from: number) => [
    subagent('b', { at: [from, 3000] }),
    search({ at: [100, 200] }),
    create({ in: 'b', at: [2000, 2100] }),
  ]
  expect(found(...spans(0))).toEqual([])
  expect(found(...spans(200))).toHaveLength(1)
})

test('stays quiet about what a write looks up in itself before it inserts', () => {
  const spans = [
    create({ at: [0, 1000] }),
    empty('inner', 'find_duplicates', { in: 'create', at: [10, 20] }),
    write('row', 'insert_row', { in: 'create', at: [30, 40] }),
  ]
  expect(found(...spans)).toEqual([])
})

test('says it once, at the client, where several spans show each call', () => {
  const sent = client(search({ at: [0, 100] }))
  const made = client(create({ at: [200, 300] }))
  const findings = found(sent, server(sent, { at: [3, 50] }), made, server(made, { at: [203, 250] }))
  expect(findings.map(({ spanIds }) => spanIds)).toEqual([[hexId('create', 16), hexId('search', 16)]])
})

test('reads recorded bodies: the text of an empty list', () => {
  const look: TestSpan = {
    id: 'search',
    in: 'run',
    'ai.operationId': 'ai.toolCall',
    'ai.toolCall.name': 'list_accounts',
    'ai.toolCall.result': '{"content":[{"type":"text","text":"[]"}]}',
  }
  expect(found(look, create())).toHaveLength(1)
})
