import { describe, expect, test } from 'vitest'
import { call, model, read, request, run, subagent } from '../../support/calls.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

type More = Partial<TestSpan>

const API = 'https://llm.example.com/v1/chat'

/** A call of a model, and the requests of a client that counts its tries; the last one decides how it ended. */
function asked(id: string, startMs: number, statuses: readonly number[], more: More = {}): TestSpan[] {
  const failed = (statuses.at(-1) ?? 200) >= 400
  return [
    model(id, {
      at: [startMs, startMs + 900],
      failed,
      ...(failed ? { 'error.type': String(statuses.at(-1)) } : {}),
      ...more,
    }),
    ...statuses.map((status, index) =>
      request(`${id}h${index}`, API, status, {
        in: id,
        at: [startMs + index * 200 + 10, startMs + index * 200 + 100],
        'http.request.method': 'POST',
        'http.request.header.x-stainless-retry-count': [String(index)],
      }),
    ),
  ]
}
const failedRun: TestSpan = { ...run, failed: true }
const DOWN = [503, 503, 503]
const three = [0, 1, 2].flatMap((each) => asked(`m${each}`, each * 1000, DOWN))
const storms = (...spans: TestSpan[]) =>
  findingsOf(trace(...spans)).filter(({ rule }) => rule === 'retry-storm' || rule === 'budget-reset')

describe('Operation (b), calls of a model under an agent without tools', () => {
  test('are one where the count of their client starts over and the agent fails with the last of them', () => {
    const [storm, reset, ...more] = storms(...three, failedRun)
    expect(more).toEqual([])
    expect(storm).toMatchObject({ rule: 'retry-storm', severity: 'critical', attempts: 9, amplification: 3 })
    expect(storm?.layers).toEqual([
      { layer: 'agent', attempts: 3, mostByOne: 3 },
      { layer: 'llm_sdk', attempts: 9, mostByOne: 3 },
    ])
    expect(reset).toMatchObject({ rule: 'budget-reset', severity: 'info', resets: 2 })
  })

  test('are one where the last of them is answered and the agent goes on with a call', () => {
    const spans = [...three, ...asked('m3', 3000, [503, 200]), read('t', 'look', { at: [4000, 4100] }), run]
    expect(storms(...spans)[0]).toMatchObject({ rule: 'retry-storm', severity: 'warning', recovered: true })
    expect(storms(...spans.slice(0, -2), run)[0]).toMatchObject({ recovered: true })
  })

  test('are none while it is open how the row ends', () => {
    expect(storms(...three, { ...run, at: [0] })).toEqual([])
  })

  test('are none where the agent goes on as if nothing was: the items of a batch', () => {
    expect(storms(...three, run)).toEqual([])
    const answered = [...three, ...asked('m3', 3000, [200])]
    expect(storms(...answered, ...asked('m4', 4000, [200]), run)).toEqual([])
    expect(storms(...answered, ...asked('m4', 4000, [503, 503, 503]), failedRun)).toEqual([])
  })

  test.each<[string, readonly TestSpan[]]>([
    ['a call of a tool', [read('t', 'look', { at: [920, 980] })]],
    ['another agent', [subagent('helper', { at: [920, 980] })]],
    ['a write', [call('t', 'store', { at: [920, 980], 'toolspan.tool.effect': 'write' })]],
  ])('are none with %s between them', (_name, between) => {
    const two = [...asked('m0', 0, DOWN), ...between, ...asked('m1', 1000, DOWN)]
    expect(storms(...two, failedRun)).toEqual([])
    expect(storms(...asked('m0', 0, DOWN), ...asked('m1', 1000, DOWN), failedRun)).not.toEqual([])
  })

  test.each<[string, TestSpan[]]>([
    ['another model', asked('m1', 1000, DOWN, { 'gen_ai.request.model': 'model-b' })],
    ['another user turn', asked('m1', 1000, DOWN, { 'toolspan.turn.id': 'two' })],
    ['a call beside the first', asked('m1', 300, DOWN)],
    ['a call of another agent', asked('m1', 1000, DOWN, { in: 'helper' })],
  ])('are none with %s', (_name, second) => {
    const helper = subagent('helper', { at: [990, 2000], failed: true })
    const first = asked('m0', 0, DOWN, { 'toolspan.turn.id': 'one' })
    expect(storms(...first, ...second, helper, failedRun)).toEqual([])
  })

  test('are none where the client did not repeat anything, or nobody counts', () => {
    const refused = [0, 1, 2].flatMap((each) => asked(`m${each}`, each * 1000, [400]))
    expect(storms(...refused, failedRun)).toEqual([])
    const zeros = three.map((span) =>
      span['http.request.method'] === undefined
        ? span
        : { ...span, 'http.request.header.x-stainless-retry-count': ['0'] },
    )
    expect(storms(...zeros, failedRun)).toEqual([])
    const uncounted = three.map((span) => ({
      ...span,
      'http.request.header.x-stainless-retry-count': undefined,
    }))
    expect(storms(...uncounted, failedRun)).toEqual([])
  })

  test('are none where one was answered: what comes after it is the next thing', () => {
    const spans = [...asked('m0', 0, [503, 503, 200]), ...asked('m1', 1000, DOWN), failedRun]
    expect(storms(...spans)).toEqual([])
  })
})
