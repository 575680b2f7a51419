import { describe, expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import { createSpanTree } from '../../../src/tail/model/tree.ts'
import { collectTries } from '../../../src/tail/model/try.ts'
import { client, failing, server, unknownWrite } from '../../support/calls.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

const run: TestSpan = { id: 'run', at: [0, 100_000], 'gen_ai.operation.name': 'invoke_agent' }
const more = { 'toolspan.operation.fingerprint': 'same' }

/** A framework's `execute_tool` span; the MCP call in it put its attributes there and has no span of its own. */
const reused = (id: string, fromMs: number): TestSpan =>
  failing(id, 'search', 'transient', { at: [fromMs, fromMs + 95], ...more })
const reusedWrite = (id: string, fromMs: number): TestSpan =>
  unknownWrite(id, 'refund', { at: [fromMs, fromMs + 95], ...more })

/** What the server shows of the request number `nth` that was made within `of`. */
function answer(of: TestSpan, nth = 0, own: Partial<TestSpan> = {}): TestSpan {
  const fromMs = (of.at?.[0] ?? 0) + nth * 30 + 5
  return server({ ...of, id: `${of.id}${nth}` }, { in: of.id, at: [fromMs, fromMs + 15], ...own })
}

const found = (...spans: TestSpan[]) => findingsOf(trace(...spans, run))
const ofRule = (rule: string, ...spans: TestSpan[]) => found(...spans).filter((one) => one.rule === rule)

describe('an execute_tool span that stands for the MCP call in it, and its server span', () => {
  test('are one try of a layer that retried', () => {
    expect(ofRule('retry-storm', ...[0, 200, 400].flatMap((atMs) => both(reused(`a${atMs}`, atMs))))).toEqual(
      [],
    )
  })

  test('count once among the tries of a finding', () => {
    const writes = [0, 200, 400].flatMap((atMs) => both(reusedWrite(`a${atMs}`, atMs)))
    expect(ofRule('unsafe-retry', ...writes)).toMatchObject([{ attempts: 3 }])
  })

  test('also with the spans of HTTP between them', () => {
    const writes = [0, 200].flatMap((atMs) => {
      const call = reusedWrite(`a${atMs}`, atMs)
      const post: TestSpan = {
        id: `p${atMs}`,
        in: call.id,
        kind: 'client',
        at: [atMs + 2, atMs + 60],
        'http.request.method': 'POST',
        'url.full': 'http://127.0.0.1:4000/mcp',
      }
      return [call, post, answer(call, 0, { in: post.id })]
    })
    expect(ofRule('unsafe-retry', ...writes)).toMatchObject([{ attempts: 2 }])
  })

  test('and all rounds of a call that asked for input in between', () => {
    const writes = [0, 200].flatMap((atMs) => {
      const call = reusedWrite(`a${atMs}`, atMs)
      const asks = { 'toolspan.result.status': 'input_required', failed: false } as const
      return [call, answer(call, 0, asks), answer(call, 1)]
    })
    expect(ofRule('unsafe-retry', ...writes)).toMatchObject([{ attempts: 2 }])
  })

  test('and a second call within it is a try of its own, with both of its spans', () => {
    const call = reusedWrite('a', 0)
    const second = client(unknownWrite('b', 'refund', { in: call.id, at: [40, 60], ...more }))
    const answered = server(second, { at: [45, 55] })
    const spans = trace(call, answer(call), second, answered)
    const tries = collectTries(createSpanTree(spans.map(readFacts)))
    expect(tries.map((one) => one.spans.map(({ kind }) => kind))).toEqual([
      ['internal', 'server'],
      ['client', 'server'],
    ])
    expect(tries[1]?.outer).toBe(tries[0])
  })
})

describe('they are two', () => {
  test('where a client that nobody sees repeats the call within the span', () => {
    const spans = [0, 200].flatMap((atMs) => {
      const call = reused(`a${atMs}`, atMs)
      return [call, answer(call, 0), answer(call, 1)]
    })
    expect(ofRule('retry-storm', ...spans)).toMatchObject([{ attempts: 4, amplification: 2 }])
  })

  test('where the span is of another tool', () => {
    const spans = [0, 200, 400].flatMap((atMs) => {
      const call = failing(`a${atMs}`, 'look_up', 'transient', { at: [atMs, atMs + 95] })
      const requests = [0, 1, 2].map((nth) => answer({ ...call, 'gen_ai.tool.name': 'search', ...more }, nth))
      return [{ ...call, 'toolspan.operation.fingerprint': 'outer' }, ...requests]
    })
    expect(ofRule('retry-storm', ...spans)).toMatchObject([{ attempts: 9 }])
  })
})

function both(call: TestSpan): TestSpan[] {
  return [call, answer(call)]
}
