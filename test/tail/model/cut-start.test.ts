import { expect, test } from 'vitest'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

/** Calls of one tool with one input that all fail, as the JavaScript SDK times them: starts lose their fraction. */
function calls(...times: readonly (readonly [startMs: number, endMs: number])[]): TestSpan[] {
  return times.flatMap(([startMs, endMs], index) => {
    const tool: TestSpan = {
      id: `t${index}`,
      in: 'op',
      at: [Math.floor(startMs), endMs],
      failed: true,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'toolspan.operation.fingerprint': 'f00d',
      'toolspan.tool.effect': 'read',
    }
    const requests = [0, 1].map(
      (number): TestSpan => ({
        id: `t${index}g${number}`,
        in: tool.id,
        kind: 'client',
        at: [Math.floor(startMs) + 2 * number, Math.floor(startMs) + 2 * number + 0.5],
        failed: true,
        'http.request.method': 'GET',
        'url.full': 'http://127.0.0.1:4000/archive',
      }),
    )
    return [tool, ...requests]
  })
}

const stormsOf = (spans: readonly TestSpan[]) =>
  findingsOf(trace({ id: 'op', at: [0, 1000], failed: true }, ...spans)).filter(
    ({ rule }) => rule === 'retry-storm',
  )

test('a call that follows at once is after the one before it, though its start was cut down', () => {
  expect(stormsOf(calls([100, 110.6], [110.7, 120.4], [120.5, 130.2]))).toMatchObject([{ attempts: 6 }])
})

test('it is so in numbers that were nanoseconds', () => {
  const blurred = trace(
    { id: 'op', at: [0, 1000], failed: true },
    ...calls([100, 110.6], [110.7, 120.4], [120.5, 130.2]),
  ).map((span) => ({ ...span, startMs: span.startMs - 0.0002 }))
  expect(findingsOf(blurred).filter(({ rule }) => rule === 'retry-storm')).toMatchObject([{ attempts: 6 }])
})

test('calls shorter than a millisecond are side by side where the clock ticked between them only', () => {
  const requests = (gapMs: number) =>
    calls([100, 110.6], [110.7, 120.4], [120.5, 130.2]).map((span) =>
      span.id.endsWith('g1') && span.at !== undefined
        ? { ...span, at: [span.at[0] - 2 + gapMs, span.at[0] - 1.5 + gapMs] as const }
        : span,
    )
  expect(stormsOf(requests(1))).toEqual([])
  expect(stormsOf(requests(2))).toHaveLength(1)
})

test('calls that start in one millisecond are side by side', () => {
  expect(stormsOf(calls([100.1, 103.6], [100.2, 103.7], [100.3, 103.8]))).toEqual([])
})

/** A budget of two tries of one millisecond each, spent and opened again at `secondAt`. */
function budgetTwice(secondAt: number): TestSpan[] {
  const budget = (id: string, from: number, to: number): TestSpan[] => [
    { id, in: 'agent', at: [from, to], failed: true, ...ledger(id) },
    ...[0, 1].map(
      (at): TestSpan => ({
        id: `${id}${at}`,
        in: id,
        at: at === 0 ? [from, from + 0.2] : [Math.floor(to), to + 0.1],
        failed: true,
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'toolspan.attempt.number': at + 1,
        ...ledger(id),
      }),
    ),
  ]
  const ledger = (id: string) => ({
    'toolspan.operation.id': 'one',
    'toolspan.budget.id': id,
    'toolspan.budget.owner': 'agent',
    'toolspan.budget.max_attempts': 2,
    'toolspan.layer': 'agent',
  })
  return [...budget('b1', 100, 150.3), ...budget('b2', secondAt, secondAt + 50.3)]
}

const resetsOf = (spans: readonly TestSpan[]) =>
  findingsOf(trace({ id: 'agent', at: [0, 1000], failed: true }, ...spans)).filter(
    ({ rule }) => rule === 'budget-reset',
  )

test('of calls that start in one millisecond those are in order whose sessions are', () => {
  expect(resetsOf(budgetTwice(151))).toMatchObject([{ resets: 1 }])
  expect(resetsOf(budgetTwice(150))).toMatchObject([{ resets: 1 }])
})

test('a session that starts while the other one goes on resets nothing', () => {
  expect(resetsOf(budgetTwice(149))).toEqual([])
})

test('numbers tell the order of tries in one millisecond, and do not where one had not ended', () => {
  const tries = (endMs: number): TestSpan[] =>
    [1, 2, 3].map((number) => ({
      id: `t${number}`,
      in: 'op',
      at: [100, endMs],
      failed: true,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'toolspan.operation.id': 'one',
      'toolspan.attempt.number': number,
      'toolspan.layer': 'agent',
      'toolspan.error.category': 'permission',
      'toolspan.error.retryable': false,
      'toolspan.operation.fingerprint': 'f00d',
    }))
  const refusedAgain = (spans: readonly TestSpan[]) =>
    findingsOf(trace({ id: 'op', at: [0, 1000], failed: true }, ...spans)).map(({ rule }) => rule)
  expect(refusedAgain(tries(100.2))).toContain('retried-non-retryable')
  expect(refusedAgain(tries(130))).not.toContain('retried-non-retryable')
})
