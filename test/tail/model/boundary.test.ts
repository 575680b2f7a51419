import { expect, test } from 'vitest'
import { call, client, failing, read, run, server, write } from '../../support/calls.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

/** Whether two refusals of one call are still tied to each other. */
const areTied = (...spans: TestSpan[]) =>
  findingsOf(trace(...spans, run)).some(({ rule }) => rule === 'retried-non-retryable')

const denied = (id: string, at: readonly [number, number]) =>
  failing(id, 'read_file', 'permission', { at, 'toolspan.operation.fingerprint': 'plan' })
const first = denied('one', [1_000_000, 1_000_010])
const second = denied('two', [1_000_100, 1_000_110])
const many = (count: number, make: (id: string, at: readonly [number, number]) => TestSpan[]) =>
  Array.from({ length: count }, (_, index) => make(`p${index}`, [index * 20, index * 20 + 10])).flat()

test('a write or a call of unknown effect between two tries parts them, a read does not', () => {
  const at: readonly [number, number] = [1_000_050, 1_000_060]
  expect(areTied(first, write('w', 'grant', { at }), second)).toBe(false)
  expect(areTied(first, call('u', 'do', { at }), second)).toBe(false)
  expect(areTied(first, read('r', 'look', { at }), second)).toBe(true)
})

test('what ended before, or was not over yet, parts nothing', () => {
  expect(areTied(first, write('w', 'grant', { at: [999_000, 999_900] }), second)).toBe(true)
  expect(areTied(first, write('w', 'grant', { at: [1_000_005, 1_000_060] }), second)).toBe(true)
  expect(areTied(first, write('w', 'grant', { at: [1_000_050, 1_000_105] }), second)).toBe(true)
  expect(areTied(first, write('w', 'grant', { at: [1_000_200, 1_000_210] }), second)).toBe(true)
})

test('thousands of calls earlier in a long run part nothing', () => {
  const before = many(3000, (id, at) => [call(id, 'bash', { at, 'toolspan.operation.fingerprint': id })])
  expect(areTied(...before, first, second)).toBe(true)
})

test('nor do the servers that answered them, by clocks of their own', () => {
  const before = many(1500, (id, at) => {
    const sent = client(call(id, 'bash', { at, 'toolspan.operation.fingerprint': id }))
    return [sent, server(sent)]
  })
  expect(areTied(...before, first, second)).toBe(true)
})

test('a server that worked on after its client had given up may have changed something', () => {
  const sent = client(
    failing('w', 'grant', 'transient', { at: [1_000_020, 1_000_030], 'toolspan.tool.effect': 'write' }),
  )
  const done = server(sent, {
    at: [1_000_022, 1_000_090],
    service: 'agent',
    failed: false,
    'toolspan.result.status': 'completed',
  })
  expect(areTied(first, sent, done, second)).toBe(false)
})
