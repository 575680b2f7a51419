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
        at: [Math.floor(startMs) + number, Math.floor(startMs) + number + 0.5],
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

test('calls that start in one millisecond are side by side', () => {
  expect(stormsOf(calls([100.1, 103.6], [100.2, 103.7], [100.3, 103.8]))).toEqual([])
})
