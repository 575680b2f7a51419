import { expect, test } from 'vitest'
import { attempt, call, empty, failing, model, read, run, subagent, write } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { storm } from '../../support/storm.ts'
import type { TestSpan } from '../../support/trace.ts'

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

test('stays quiet about calls without ids that follow one call of the model, carried out one after the other', () => {
  expect(found(model('ask'), ...times(8, search))).toEqual([])
  expect(found(model('ask'), ...times(8, (id) => page(id)))).toEqual([])
  const step = (id: string): TestSpan => ({ id, in: 'run', at: [100, 900] })
  const inStep = times(6, (id, index) =>
    search(id, index, { in: 'step', at: [110 + index * 20, 120 + index * 20] }),
  )
  expect(found(model('ask', { in: 'think', at: [0, 50] }), step('think'), step('step'), ...inStep)).toEqual(
    [],
  )
  // A model that is still writing while its first calls are carried out, as streams do it.
  expect(found(model('ask', { at: [0, 5000] }), ...inStep.map((span) => ({ ...span, in: 'run' })))).toEqual(
    [],
  )
})

test('one call of the model may ask for four, the next one for the fifth: the model came back to it', () => {
  const turn = (from: number): TestSpan[] => [
    model(`m${from}`),
    search(`a${from}`, from),
    search(`b${from}`, from + 50),
  ]
  expect(found(...[0, 1, 2, 3, 4].flatMap(turn))).toEqual([])
  const asked = times(6, search).flatMap((span) => [model(`m${span.id}`), span])
  expect(found(...asked)).toHaveLength(1)
})

test('stays quiet about different look-ups that found nothing where no call of the model lies between', () => {
  const none = (id: string, index: number) =>
    empty(id, 'grep', {
      'toolspan.operation.fingerprint': `pattern-${index}`,
      'toolspan.result.reason': 'prose_none',
    })
  expect(found(...times(8, none))).toEqual([])
  expect(found(model('ask'), ...times(8, none))).toEqual([])
  const some = times(8, (id, index) => (index % 4 === 3 ? read(id, 'grep') : none(id, index)))
  expect(found(...some.flatMap((span) => [model(`m${span.id}`), span]))).toEqual([])
  expect(found(...times(8, (id) => none(id, 0)))).toHaveLength(1)
})

test('stays quiet about different questions that were each answered with a final none', () => {
  const none = (id: string, index: number) =>
    empty(id, 'find_user', {
      'toolspan.operation.fingerprint': `name-${index}`,
      'toolspan.result.reason': 'declared',
      'toolspan.coverage.status': 'complete',
    })
  expect(found(...times(8, none).flatMap((span) => [model(`m${span.id}`), span]))).toEqual([])
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

const readFile = (code: string, args: (index: number) => More) => (id: string, index: number) =>
  failing(id, 'read_file', 'other', { ...args(index), 'toolspan.error.code': code })
const onePath = () => ({ 'toolspan.operation.fingerprint': 'path' })
const manyPaths = (index: number) => ({ 'toolspan.operation.fingerprint': `path-${index}` })

test.each(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'FileNotFoundError', 'PermissionError'])(
  'stays quiet about several files that each answer %s, and not about one',
  (code) => {
    expect(found(...times(8, readFile(code, manyPaths)))).toEqual([])
    expect(
      found(
        ...times(
          8,
          readFile(code, () => ({})),
        ),
      ),
    ).toEqual([])
    expect(found(...times(8, readFile(code, onePath)))).toHaveLength(1)
  },
)

const lookUp = (type: string, args: (index: number) => More) => (id: string, index: number) =>
  failing(id, 'get_customer', 'other', { ...args(index), 'error.type': type })

test.each([
  'NotFoundError',
  'com.example.CustomerNotFoundException',
  'ResourceNotFoundException',
  'django.User.DoesNotExist',
  'sqlalchemy.exc.NoResultFound',
  'NoSuchElementException',
  'customer_not_found',
])('stays quiet about a search for several things that each answer %s, and not for one', (type) => {
  expect(found(...times(8, lookUp(type, manyPaths)))).toEqual([])
  expect(found(...times(8, lookUp(type, onePath)))).toHaveLength(1)
})

test.each(['NoSuchToolError', 'ModuleNotFoundError', 'model_not_found', 'ENOTFOUND', 'ServerNotFoundError'])(
  'what is missing whatever is asked, such as %s, answers for every call',
  (type) => {
    expect(found(...times(8, lookUp(type, manyPaths)))).toHaveLength(1)
  },
)

test('a disk that is full answers for every file', () => {
  expect(found(...times(8, readFile('ENOSPC', manyPaths)))).toHaveLength(1)
})

test('stays quiet about items of one tool that fail alike, and not about the same item again and again', () => {
  const batch = call('batch', 'process_batch', { at: [0, 1000] })
  const inside = (more: More = {}) =>
    times(7, (id, index) => search(id, index, { in: 'batch', at: [index * 20, index * 20 + 10], ...more }))
  expect(found(batch, ...inside())).toEqual([])
  expect(found(batch, ...inside({ 'toolspan.operation.fingerprint': 'words' }))).toHaveLength(1)
})

/** A model that refuses, as its provider words it. */
const refusing = (id: string) =>
  model(id, {
    failed: true,
    'toolspan.error.category': 'business',
    'toolspan.error.code': 'insufficient_quota',
  })

test('leaves a refusal for good to the rule about those, and says so itself where that does not', () => {
  expect(found(...times(6, refusing))).toEqual([])
  expect(findingsOfRule('terminal-ignored', ...times(6, refusing), run)).toHaveLength(1)
  // One refusal and four starts after it are no refusal that was ignored.
  expect(found(...times(5, refusing))).toHaveLength(1)
  // Another agent is served in between: this one goes in a circle all the same.
  const served = model('other', { in: 'worker', at: [45, 47] })
  const worker = subagent('worker', { at: [44, 48] })
  expect(found(...times(8, refusing), worker, served)).toHaveLength(1)
})
