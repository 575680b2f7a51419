import { expect, test } from 'vitest'
import { attempt, call, failing, model, read, request, run, write } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('retried-non-retryable', ...spans, run)

const input = { 'toolspan.operation.fingerprint': 'same' }
const other = { 'toolspan.operation.fingerprint': 'other' }
const denied = (id: string, more: Partial<TestSpan> = {}) =>
  failing(id, 'read_file', 'permission', { ...input, ...more })

test('stays quiet after changed input', () => {
  expect(found(denied('one'), denied('two', other))).toEqual([])
})

test('stays quiet where the input may have been revised after a validation error', () => {
  const invalid = { failed: true, 'toolspan.error.category': 'validation', 'toolspan.error.retryable': false }
  expect(found(attempt('one', 1, invalid), attempt('two', 2))).toEqual([])
  const inner = (id: string, parent: string, number: number, more: Partial<TestSpan>): TestSpan => ({
    ...call(id, 'search'),
    ...attempt(id, number),
    in: parent,
    ...more,
  })
  const revised = (last: Partial<TestSpan>) =>
    found(
      attempt('one', 1, { ...invalid, at: [0, 30] }),
      inner('a', 'one', 1, { ...invalid, ...input, at: [5, 25] }),
      attempt('two', 2, { at: [40, 80] }),
      inner('b', 'two', 2, { ...last, at: [45, 75] }),
    )
  expect(revised(other)).toEqual([])
  expect(revised(input)).toHaveLength(1)
})

test('stays quiet about bodies that nobody shows: a POST to the same address', () => {
  const post = { 'http.request.method': 'POST' }
  const url = 'https://models.example.com/v1/chat'
  for (const status of [400, 403, 409, 422]) {
    expect(found(request('one', url, status, post), request('two', url, 200, post))).toEqual([])
    expect(found(request('one', url, status, post), request('two', url, status, post))).toEqual([])
  }
})

test('stays quiet when it was only not retryable because a budget was spent', () => {
  const spent = { 'toolspan.error.retryable': false, 'toolspan.budget.exhausted_by': 'attempts' }
  const transient = (id: string) => failing(id, 'read_file', 'transient', { ...input, ...spent })
  expect(found(transient('one'), transient('two'))).toEqual([])
  expect(found(denied('one', spent), denied('two'))).toEqual([])
})

test('stays quiet about a category that a classifier only guessed', () => {
  const guessed = { 'toolspan.error.source': 'inferred', 'toolspan.error.retryable': false }
  const span = (id: string) => failing(id, 'read_file', 'other', { ...input, ...guessed })
  expect(found(span('one'), span('two'))).toEqual([])
})

test('leaves an outcome that nobody knows to unsafe-retry', () => {
  const unknown = { 'toolspan.result.status': 'indeterminate', 'toolspan.tool.effect': 'write' }
  expect(found(denied('one', unknown), denied('two', unknown))).toEqual([])
})

test('stays quiet after a write between, also inside one budget: it may have given access', () => {
  const grant = write('grant', 'grant_access')
  expect(found(denied('one'), grant, denied('two'))).toEqual([])
  const refusal = { failed: true, 'toolspan.error.category': 'permission' }
  expect(found(attempt('one', 1, refusal), grant, attempt('two', 2, refusal))).toEqual([])
  expect(found(denied('one'), read('look', 'list_scopes'), denied('two'))).toHaveLength(1)
})

test('stays quiet after a turn of the user', () => {
  const turn = (id: string) => ({ 'toolspan.turn.id': id })
  expect(found(denied('one', turn('1')), denied('two', turn('2')))).toEqual([])
})

test('stays quiet about calls side by side, and about equal calls that one answer of the model wanted', () => {
  expect(found(denied('one', { at: [0, 50] }), denied('two', { at: [10, 60] }))).toEqual([])
  const wanted = (id: string) =>
    denied(id, { 'gen_ai.tool.call.id': `call-${id}`, 'toolspan.operation.id': 'op' })
  expect(found(model('ask'), wanted('one'), wanted('two'))).toEqual([])
})

test('stays quiet about two starts of one budget that overlap: a hedge', () => {
  const refusal = { failed: true, 'toolspan.error.category': 'permission' }
  expect(
    found(attempt('one', 1, { ...refusal, at: [0, 50] }), attempt('two', 2, { ...refusal, at: [20, 70] })),
  ).toEqual([])
})

test('stays quiet when the next try asks another host or model', () => {
  const refusal = { failed: true, 'toolspan.error.category': 'business' }
  const ask = (id: string, parent: string, host: string, at: readonly [number, number]) =>
    request(id, `https://${host}/rates`, 402, { in: parent, at })
  const hosts = (second: string) =>
    found(
      attempt('one', 1, { ...refusal, at: [0, 50] }),
      ask('a', 'one', 'eu.example.com', [5, 45]),
      attempt('two', 2, { ...refusal, at: [60, 110] }),
      ask('b', 'two', second, [65, 105]),
    )
  expect(hosts('us.example.com')).toEqual([])
  expect(hosts('eu.example.com').map(({ spanIds }) => spanIds[0])).toContain(hexId('two', 16))
})

test('stays quiet about a watcher that looks every minute and more', () => {
  const url = 'https://files.example.com/plan.md'
  const at = (index: number): readonly [number, number] => [index * 90_000, index * 90_000 + 100]
  const probes = ['one', 'two', 'three'].map((id, index) => request(id, url, 403, { at: at(index) }))
  expect(found(...probes)).toEqual([])
})

test('stays quiet about reads of one tool whose arguments are not in the trace', () => {
  const span = (id: string) => failing(id, 'read_file', 'permission')
  expect(found(span('one'), span('two'))).toEqual([])
})

test('claims no order between two services that nothing connects', () => {
  const elsewhere = (id: string, service: string) =>
    denied(id, { in: `gone-${service}`, service, 'toolspan.operation.id': 'op' })
  expect(found(elsewhere('one', 'a'), elsewhere('two', 'b'))).toEqual([])
})
