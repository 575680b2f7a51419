import { expect, test } from 'vitest'
import { call, model, run, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('repeated-write', ...spans, run)

type More = Partial<TestSpan>

/** As other people's instrumentations record a call; what it does is said in toolspan.yaml. */
const tool = (id: string, name: string, args: string, more: More = {}): TestSpan =>
  call(id, name, { 'gen_ai.tool.call.arguments': args, ...more })
const mail = (id: string, more: More = {}) =>
  tool(id, 'send_mail', '{"to":"c-7"}', { 'toolspan.tool.effect': 'write', ...more })
const failed = { failed: true, 'error.type': 'HTTP_503' }

/** `close_month` mails, fails when it books, and is called again `at` milliseconds. */
const closed = (first: More = {}, second: More = {}, at = 200): TestSpan[] => [
  mail('m1', { in: 'one', at: [10, 40] }),
  tool('b1', 'book', '{"month":3}', { in: 'one', at: [50, 80], ...failed }),
  tool('one', 'close_month', '{"month":3}', { at: [0, 100], ...failed, ...first }),
  mail('m2', { in: 'two', at: [at + 10, at + 40] }),
  tool('two', 'close_month', '{"month":3}', { at: [at, at + 100], ...second }),
]

test('flags a write in a call that failed and was made again with the same arguments (REQ-26)', () => {
  const [finding, ...more] = found(...closed())
  expect(more).toEqual([])
  expect(finding?.summary).toBe(
    'send_mail had succeeded and was called again with the same input, because close_month failed and was run again',
  )
  expect(finding?.fix).toContain('let close_month remember what is done')
  expect(finding?.spanIds).toEqual(['m2', 'm1', 'one'].map((id) => hexId(id, 16)))
})

test('stays quiet where the call had other arguments, succeeded, or says that it is idempotent', () => {
  expect(found(...closed({}, { 'gen_ai.tool.call.arguments': '{"month":4}' }))).toEqual([])
  expect(found(...closed({ failed: false, 'error.type': undefined }))).toEqual([])
  expect(found(...closed({ 'toolspan.tool.idempotent': true }))).toEqual([])
  const unknown = { 'gen_ai.tool.call.arguments': undefined }
  expect(found(...closed(unknown, unknown))).toEqual([])
})

test('stays quiet where another agent calls it, another turn of the user, or a job that comes back each minute', () => {
  expect(
    found(
      ...closed({ in: 'a' }, { in: 'b' }),
      subagent('a', { at: [0, 110] }),
      subagent('b', { at: [190, 400] }),
    ),
  ).toEqual([])
  expect(found(...closed({ 'toolspan.turn.id': '1' }, { 'toolspan.turn.id': '2' }))).toEqual([])
  expect(found(...closed({}, {}, 60_100))).toEqual([])
  expect(found(...closed({}, {}, 59_000))).toHaveLength(1)
})

test('stays quiet about two calls that one answer of the model asked for', () => {
  const wanted = (id: string): More => ({ 'gen_ai.tool.call.id': id })
  const asked = model('ask', { at: [-20, -10] })
  expect(found(asked, ...closed(wanted('1'), wanted('2')))).toEqual([])
  expect(found(asked, model('more', { at: [150, 160] }), ...closed(wanted('1'), wanted('2')))).toHaveLength(1)
})

test('stays quiet where the write was not made, or not made again', () => {
  const without = (id: string) => closed().map((span) => (span.id === id ? { ...span, ...failed } : span))
  expect(found(...without('m1'))).toEqual([])
  expect(found(...without('m2'))).toEqual([])
})

/** A node of a graph that is run again whole, as a retry policy does it. */
const node = (second: More = {}, book: More = {}, name = 'bill'): TestSpan[] => [
  mail('m1', { in: 'one', at: [10, 40] }),
  tool('b1', 'book', '{"month":3}', { in: 'one', at: [50, 80], ...failed }),
  { id: 'one', in: 'run', name: 'bill', at: [0, 100], failed: true },
  mail('m2', { in: 'two', at: [210, 240] }),
  tool('b2', 'book', '{"month":3}', { in: 'two', at: [250, 280], ...book }),
  { id: 'two', in: 'run', name, at: [200, 300], ...second },
]

test('flags a write in a step that failed and was run again whole', () => {
  expect(found(...node())[0]?.summary).toContain('because bill failed and was run again')
})

test('stays quiet about the next item, another step, and a step that did not fail', () => {
  expect(found(...node({}, { 'gen_ai.tool.call.arguments': '{"month":4}' }))).toEqual([])
  expect(found(...node({}, { 'gen_ai.tool.call.arguments': undefined }))).toEqual([])
  expect(found(...node({}, {}, 'remind'))).toEqual([])
  expect(found(...node().map((span) => (span.id === 'one' ? { ...span, failed: false } : span)))).toEqual([])
  const item = tool('i1', 'get_customer', '{"id":7}', { in: 'one', at: [2, 8] })
  expect(found(...node(), item)).toEqual([])
  expect(found(...node(), item, { ...item, id: 'i2', in: 'two', at: [202, 208] })).toHaveLength(1)
})

test('stays quiet where a model chose the second step: an agent that scrolls and waits again', () => {
  expect(found(model('first', { at: [-20, -10] }), ...node(), model('more', { at: [150, 160] }))).toEqual([])
  expect(found(...node(), model('within', { in: 'two', at: [201, 208] }))).toEqual([])
})

test('flags an agent that is run again whole, which has seen nothing of the first time', () => {
  const [, , one, , , two] = node()
  const agents = [one, two].map((span) => ({
    ...subagent(span?.id ?? ''),
    ...span,
    name: 'bill',
    'gen_ai.agent.name': 'bill',
  }))
  const spans = node().filter(({ id }) => id !== 'one' && id !== 'two')
  const asked = model('within', { in: 'two', at: [201, 208] })
  expect(found(...spans, ...agents, asked)).toHaveLength(1)
})

test('two runs of one agent in a session are one run again, unless the user is known to have asked twice', () => {
  const session: TestSpan = { id: 'session', at: [0, 1000] }
  const runs = (one: More, two: More) =>
    node().map((span) => {
      if (span.id !== 'one' && span.id !== 'two') return span
      const more = span.id === 'one' ? one : two
      return { ...subagent(span.id), ...span, in: 'session', 'gen_ai.agent.name': 'bill', ...more }
    })
  expect(found(session, ...runs({ 'toolspan.turn.id': '1' }, { 'toolspan.turn.id': '2' }))).toEqual([])
  expect(found(session, ...runs({ failed: false }, {}))).toEqual([])
  expect(found(session, ...runs({}, { 'gen_ai.agent.name': 'other' }))).toEqual([])
  expect(found(session, ...runs({}, {}))).toHaveLength(1)
})

test('stays quiet where steps go on after a success: trials of an evaluation', () => {
  const third: TestSpan[] = [
    mail('m3', { in: 'three', at: [410, 440] }),
    tool('b3', 'book', '{"month":3}', { in: 'three', at: [450, 480] }),
    { id: 'three', in: 'run', name: 'bill', at: [400, 500] },
  ]
  expect(found(...node(), ...third)).toEqual([])
  expect(found(...node({ failed: true }, failed), ...third)).toHaveLength(1)
})

test('stays quiet where something was changed after the failure: it may have been undone', () => {
  const undo = (at: [number, number], more: More = {}) =>
    tool('u', 'withdraw_mail', '{"to":"c-7"}', { at, ...more })
  expect(found(...node(), undo([120, 150]))).toEqual([])
  expect(found(...node(), undo([85, 95], { in: 'one' }))).toEqual([])
  expect(found(...closed(), undo([85, 95], { in: 'one' }))).toEqual([])
  const look = { 'toolspan.tool.effect': 'read' }
  expect(found(...node(), undo([120, 150], look))).toHaveLength(1)
  expect(found(...closed(), undo([85, 95], { in: 'one', ...look }))).toHaveLength(1)
})
