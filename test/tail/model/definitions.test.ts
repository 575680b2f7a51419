import { describe, expect, test } from 'vitest'
import {
  attempt,
  call,
  client,
  empty,
  failing,
  model,
  read,
  request,
  run,
  server,
  write,
} from '../../support/calls.ts'
import { modelOf, operationsOf, triesOf } from '../../support/operations-of.ts'
import { storm } from '../../support/storm.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

/** The definitions of design.md section 5, in its order; docs/model.md names the readings that were chosen. */

type More = Partial<TestSpan>
const print = (value: string): More => ({ 'toolspan.operation.fingerprint': value })
const failed = (id: string, more: More = {}) =>
  failing(id, 'search', 'transient', { ...print('same'), ...more })
const found = (id: string, more: More = {}) => read(id, 'search', { ...print('same'), ...more })
const rulesOf = (...spans: TestSpan[]) => findingsOf(trace(...spans, run)).map(({ rule }) => rule)

const URL = 'https://data.example.com/v1/rows'
const get = (id: string, status: number, more: More = {}) => request(id, URL, status, more)

/** One budget of an owner, with a try for each outcome. */
function budget(id: string, startMs: number, outcomes: readonly boolean[], more: More = {}): TestSpan[] {
  return outcomes.map((isFailed, index) =>
    attempt(`${id}${index + 1}`, index + 1, {
      at: [startMs + index * 100, startMs + index * 100 + 50],
      failed: isFailed,
      'toolspan.budget.id': id,
      ...more,
    }),
  )
}
const resetsOf = (...spans: TestSpan[]) => rulesOf(...spans).filter((rule) => rule === 'budget-reset').length

describe('Run', () => {
  test('is whole traces that carry one run id', () => {
    const spans = ['one', 'two'].map((name, index) =>
      call(`c${index}`, 'search', {
        trace: name,
        at: [index * 1000, index * 1000 + 50],
        failed: index === 0,
        'toolspan.run.id': 'conv-1',
        ...print('same'),
      }),
    )
    expect(operationsOf(...spans)).toEqual([['c0', 'c1']])
    expect(modelOf(...spans).run.runId).toBe('conv-1')
  })
  test('and else the trace alone', () => {
    const inTraces = (more: More) =>
      findingsOf(
        trace(
          ...['one', 'two'].flatMap((name, index) => [
            failed(`a${index}`, { trace: name, at: [index * 1000, index * 1000 + 50], ...more }),
            failed(`b${index}`, { trace: name, at: [index * 1000 + 100, index * 1000 + 150], ...more }),
          ]),
        ),
      ).filter(({ rule }) => rule === 'budget-reset')
    expect(inTraces({})).toEqual([])
    expect(inTraces({ 'toolspan.run.id': 'conv-1' })).toHaveLength(1)
  })
})

describe('Try', () => {
  test('is a tool call, a model call, an outgoing request, a span with a number', () => {
    expect(triesOf(call('t', 'search'), model('m'), get('h', 200), attempt('a', 1), run)).toEqual([
      't',
      'm',
      'h',
      'a',
    ])
  })
  test('is not an agent without a number, nor a span that is about no call', () => {
    expect(triesOf({ id: 'p', in: 'run', name: 'parse' }, run)).toEqual([])
  })
  test('is one for the two sides of one MCP request', () => {
    const asked = client(call('c', 'search', { at: [0, 100] }))
    expect(triesOf(asked, server(asked, { at: [10, 90] }), run)).toEqual(['c'])
  })
  test('is two where a tool calls another one', () => {
    expect(
      triesOf(call('c', 'plan', { at: [0, 100] }), call('d', 'search', { in: 'c', at: [10, 90] }), run),
    ).toEqual(['c', 'd'])
  })
  test('is none where an open circuit breaker or a spent budget refused the call', () => {
    const refused = (by: string) => call('t', 'search', { failed: true, 'toolspan.budget.exhausted_by': by })
    expect(triesOf(refused('throttled'), run)).toEqual([])
    expect(triesOf(refused('shared_budget'), run)).toEqual([])
    expect(triesOf(refused('attempts'), run)).toEqual(['t'])
  })
  test('is none for a redirect, and for a 401 that was answered otherwise the next time', () => {
    expect(triesOf(get('a', 302), get('b', 200), run)).toEqual(['b'])
    expect(triesOf(get('a', 401), get('b', 200), run)).toEqual(['b'])
    expect(triesOf(get('a', 401), get('b', 401), run)).toEqual(['a', 'b'])
  })
})

describe('Operation', () => {
  test('(a) is tied by an equal operation id', () => {
    const of = (id: string, op: string) => call(id, 'search', { failed: true, 'toolspan.operation.id': op })
    expect(operationsOf(of('a', 'op-1'), of('b', 'op-1'), run)).toEqual([['a', 'b']])
    expect(operationsOf(of('a', 'op-1'), of('b', 'op-2'), run)).toEqual([])
  })
  test('(b) is tied by an AWS invocation', () => {
    const aws = (id: string, invocation: string, number: number) =>
      get(id, 503, {
        'http.request.header.amz-sdk-invocation-id': [invocation],
        'http.request.header.amz-sdk-request': [`attempt=${number}; max=3`],
      })
    const layersOf = (...spans: TestSpan[]) =>
      modelOf(...spans, run).inQuestion.map(({ layers }) => layers.map(({ budgets }) => budgets.length))
    expect(layersOf(aws('a', 'i-1', 1), aws('b', 'i-1', 2))).toEqual([[1]])
    expect(layersOf(aws('a', 'i-1', 1), aws('b', 'i-2', 1))).not.toEqual([[1]])
  })
  test('(b) is tied by an idempotency key', () => {
    const keyed = (id: string, key: string) =>
      call(id, 'pay', {
        failed: true,
        'toolspan.tool.effect': 'write',
        'toolspan.idempotency_key.hash': key,
      })
    expect(operationsOf(keyed('a', 'k-1'), keyed('b', 'k-1'), run)).toEqual([['a', 'b']])
    expect(operationsOf(keyed('a', 'k-1'), keyed('b', 'k-2'), run)).toEqual([])
  })
  test("(b) is tied by a client's own count, and the count that starts over is a second budget", () => {
    const counted = (counts: readonly number[]) =>
      modelOf(
        ...counts.map((count, index) =>
          get(`h${index}`, 503, { 'http.request.header.x-stainless-retry-count': [String(count)] }),
        ),
        run,
      ).inQuestion.flatMap(({ layers }) => layers.map(({ budgets }) => budgets.length))
    expect(counted([0, 1, 2])).toEqual([1])
    expect(counted([0, 1, 2, 0, 1, 2])).toEqual([2])
    expect(counted([0, 0, 0])).toEqual([1])
  })
  test('(c) is tied by tool and fingerprint after a call that did not succeed', () => {
    expect(operationsOf(failed('a'), failed('b'), run)).toEqual([['a', 'b']])
    expect(operationsOf(found('a'), failed('b'), run)).toEqual([])
    expect(operationsOf(failed('a'), failed('b', print('other')), run)).toEqual([])
  })
  test('(c) goes on with (a): a model that asks again with a new id after a failure', () => {
    const of = (id: string, op: string) => failed(id, { 'toolspan.operation.id': op })
    expect(operationsOf(of('a', 'op-1'), of('b', 'op-2'), run)).toEqual([['a', 'b']])
  })
  test('(d) is tied by method and URL under one parent, without the fragment', () => {
    expect(operationsOf(get('a', 503), get('b', 200, { 'url.full': `${URL}#top` }), run)).toEqual([
      ['a', 'b'],
    ])
    expect(operationsOf(get('a', 503), get('b', 200, { 'url.full': `${URL}?page=2` }), run)).toEqual([])
  })
  test('of a try without any of these is that of the nearest try around it', () => {
    const [judged] = modelOf(
      failed('a', { at: [0, 100] }),
      model('m', { in: 'a', at: [10, 90] }),
      failed('b', { at: [200, 300] }),
      run,
    ).inQuestion
    expect(judged?.operation.tries).toHaveLength(3)
  })
  test('is never tied by position alone for two tool calls with unknown arguments', () => {
    const unknown = (id: string) => call(id, 'search', { failed: true })
    expect(operationsOf(unknown('a'), unknown('b'), run)).toEqual([])
  })
})

describe('Boundary', () => {
  const between = (...middle: TestSpan[]) => operationsOf(failed('a'), ...middle, failed('b'), run)
  test('is a success of the operation', () => {
    expect(operationsOf(failed('a'), found('b'), failed('c'), failed('d'), run)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })
  test('is a user turn', () => {
    const turn = (id: string, name: string) => failed(id, { 'toolspan.turn.id': name })
    expect(operationsOf(turn('a', 'one'), turn('b', 'two'), run)).toEqual([])
    expect(operationsOf(turn('a', 'one'), turn('b', 'one'), run)).toEqual([['a', 'b']])
  })
  test('is new input', () => {
    const of = (id: string, input: string) => failed(id, { ...print(input), 'toolspan.operation.id': 'op-1' })
    expect(operationsOf(of('a', 'one'), of('b', 'two'), run)).toEqual([])
  })
  test('is a completed write between, and a call of unknown effect that went well', () => {
    expect(between(write('w', 'edit'))).toEqual([])
    expect(between(call('u', 'anything'))).toEqual([])
  })
  test('is not a read, a failed write, or a model call', () => {
    expect(between(read('r', 'look'))).toEqual([['a', 'b']])
    expect(between(write('w', 'edit', { failed: true, 'toolspan.result.status': 'failed' }))).toEqual([
      ['a', 'b'],
    ])
    expect(between(model('m'))).toEqual([['a', 'b']])
  })
  test("is a compaction of the model's context", () => {
    const compacted: More = { 'gen_ai.conversation.compacted': true }
    expect(between(model('m', compacted as unknown as More))).toEqual([])
    expect(between({ id: 'c', in: 'run', name: 'compact_messages', ...compacted })).toEqual([])
  })
  test('is not the second model call after it, which still says that it was compacted', () => {
    const compacted: More = { 'gen_ai.conversation.compacted': true }
    expect(
      operationsOf(model('m1', compacted), failed('a'), model('m2', compacted), failed('b'), run),
    ).toEqual([['a', 'b']])
  })
  test('does not cut the tries of one declared budget: their owner counts them', () => {
    const [one, two] = budget('b', 0, [true, true])
    expect(operationsOf(one as TestSpan, write('w', 'edit', { at: [60, 90] }), two as TestSpan, run)).toEqual(
      [['b1', 'b2']],
    )
  })
})

describe('Budget', () => {
  const budgetsOf = (...spans: TestSpan[]) =>
    modelOf(...spans, run).inQuestion.flatMap(({ layers }) => layers.flatMap(({ budgets }) => budgets))
  test('is a budget id', () => {
    expect(budgetsOf(...budget('b', 0, [true, true])).map(({ tries }) => tries.length)).toEqual([2])
  })
  test('is, without ids, the tries of one operation under one parent', () => {
    expect(budgetsOf(failed('a'), failed('b')).map(({ tries }) => tries.length)).toEqual([2])
  })
  test("that names a parent spends its parent's, and opens nothing", () => {
    const inherited = budget('n', 1000, [true], {
      'toolspan.attempt.number': 3,
      'toolspan.budget.parent_id': 'b',
    })
    expect(resetsOf(...budget('b', 0, [true, true]), ...inherited)).toBe(0)
    expect(budgetsOf(...budget('b', 0, [true, true]), ...inherited)).toHaveLength(1)
  })
})

describe('Layer', () => {
  const retriedOf = (...spans: TestSpan[]) =>
    modelOf(...spans, run).inQuestion.flatMap(({ layers }) =>
      layers.flatMap(({ budgets }) => budgets.map(({ hasRetried }) => hasRetried)),
    )
  test('retried when one of its budgets holds a try after a failure', () => {
    expect(retriedOf(...budget('b', 0, [true, false]))).toEqual([true])
  })
  test('did not where one try is all, or no try had failed', () => {
    expect(retriedOf(...budget('b', 0, [true]))).toEqual([false])
    expect(retriedOf(...budget('b', 0, [false, false]))).toEqual([false])
  })
  test('did not by a POST without a body after a failed one, which may carry the next item', () => {
    const post = (id: string, status: number) =>
      get(id, status, { name: 'POST', 'http.request.method': 'POST' })
    expect(retriedOf(post('a', 503), post('b', 200))).toEqual([false])
    expect(retriedOf(post('a', 503), post('b', 503))).toEqual([true])
  })
})

describe('Exhausted and Reset', () => {
  test('a second budget after one that ended in failure is a reset', () => {
    expect(resetsOf(...budget('a', 0, [true, true, true]), ...budget('b', 1000, [true, true]))).toBe(1)
  })
  test('also where the first one left tries unspent', () => {
    expect(resetsOf(...budget('a', 0, [true]), ...budget('b', 1000, [true, true]))).toBe(1)
  })
  test('after a budget that ended well it is none', () => {
    expect(resetsOf(...budget('a', 0, [true, false]), ...budget('b', 1000, [true, true]))).toBe(0)
  })
  test('a single later try without a declared budget is none', () => {
    expect(resetsOf(failed('a'), failed('b'), failed('c', { at: [5000, 5010] }))).toBe(0)
  })
  test('a root that goes on with an operation in another trace, and starts at 1, is one', () => {
    const delivered = (operation: string) =>
      ['one', 'two'].map((name, index) =>
        withoutParent(
          attempt(`r${index}`, 1, {
            at: [index * 9000, index * 9000 + 800],
            failed: true,
            trace: name,
            'toolspan.budget.id': `q${index}`,
            'toolspan.operation.id': index === 0 ? 'job-1' : operation,
          }),
        ),
      )
    const rules = (operation: string) => findingsOf(trace(...delivered(operation))).map(({ rule }) => rule)
    expect(rules('job-1')).toContain('budget-reset')
    expect(rules('job-2')).not.toContain('budget-reset')
  })
})

function withoutParent({ in: _parent, ...span }: TestSpan): TestSpan {
  return span
}

describe('Progress', () => {
  const first = (more: More) =>
    budget('a', 0, [true, true]).map((span, index) => (index === 1 ? { ...span, ...more } : span))
  const second = budget('b', 1000, [true, true])
  test('of more partial results lets a counter start over', () => {
    expect(resetsOf(...first({ 'toolspan.result.partial_count': 4 }), ...second)).toBe(0)
  })
  test('of a notification lets it, too', () => {
    expect(resetsOf(...first({ 'toolspan.progress.count': 2 }), ...second)).toBe(0)
  })
  test('is not another text of the error', () => {
    expect(resetsOf(...first({ 'toolspan.result.fingerprint': 'other' }), ...second)).toBe(1)
  })
})

describe('Approval', () => {
  const by = { 'toolspan.budget.approved_by': 'ann' }
  test('by a name and a reason covers the new budget', () => {
    const approved = { ...by, 'toolspan.budget.reason': 'the index is back' }
    expect(resetsOf(...budget('a', 0, [true, true]), ...budget('b', 1000, [true, true], approved))).toBe(0)
  })
  test('without a reason is none', () => {
    expect(resetsOf(...budget('a', 0, [true, true]), ...budget('b', 1000, [true, true], by))).toBe(1)
  })
  test('covers one opening, not the next', () => {
    const approved = { ...by, 'toolspan.budget.reason': 'the index is back' }
    expect(
      resetsOf(
        ...budget('a', 0, [true, true]),
        ...budget('b', 1000, [true, true], approved),
        ...budget('c', 2000, [true, true]),
      ),
    ).toBe(1)
  })
})

describe('Same operation at another provider', () => {
  const at = (id: string, host: string, startMs: number) =>
    [0, 1].map((count) =>
      get(`${id}${count}`, 503, {
        at: [startMs + count * 100, startMs + count * 100 + 50],
        'url.full': `https://${host}/v1/chat`,
        'server.address': host,
        'http.request.header.x-stainless-retry-count': [String(count)],
      }),
    )
  const under = (...spans: TestSpan[]) => [
    failed('t', { at: [0, 9000] }),
    ...spans.map((span) => ({ ...span, in: 't' })),
  ]
  test('is a fallback, not a reset', () => {
    expect(resetsOf(...under(...at('a', 'one.example.com', 10), ...at('b', 'two.example.com', 1000)))).toBe(0)
  })
  test('at the same provider it is a reset', () => {
    expect(resetsOf(...under(...at('a', 'one.example.com', 10), ...at('b', 'one.example.com', 1000)))).toBe(1)
  })
})

describe('Storm', () => {
  const stormsOf = (...layers: { layer: string; tries: number }[]) =>
    findingsOf(trace(...storm({ layers }))).filter(({ rule }) => rule === 'retry-storm')
  test('is two nested layers that retried; its tries are the innermost, divided by the most that one made', () => {
    const [finding] = stormsOf({ layer: 'coordinator', tries: 3 }, { layer: 'tool', tries: 4 })
    expect(finding).toMatchObject({ attempts: 12, amplification: 3 })
  })
  test('is not one layer, however often, nor one that retried inside one that did not', () => {
    expect(stormsOf({ layer: 'tool', tries: 9 })).toEqual([])
    expect(stormsOf({ layer: 'coordinator', tries: 1 }, { layer: 'tool', tries: 9 })).toEqual([])
  })
})

describe('Order', () => {
  test('within one service is that of the clock', () => {
    expect(operationsOf(failed('a', { at: [0, 10] }), failed('b', { at: [20, 30] }), run)).toHaveLength(1)
    expect(operationsOf(failed('a', { at: [0, 25] }), failed('b', { at: [20, 30] }), run)).toHaveLength(0)
  })
  test('between two services without a common witness is not known', () => {
    const elsewhere = { service: 'other', at: [5000, 5010] as const }
    expect(operationsOf(failed('a'), failed('b', elsewhere), run)).toEqual([])
  })
  test('between two services is that of the spans of one service that send the two', () => {
    const sent = [1, 2].map((each) => ({
      id: `s${each}`,
      in: 'run',
      at: [each * 1000, each * 1000 + 500] as const,
    }))
    const far = (id: string, parent: string, atMs: number) =>
      failed(id, { in: parent, service: 'other', at: [atMs, atMs + 10] })
    expect(operationsOf(...sent, far('a', 's1', 90_000), far('b', 's2', 100), run)).toEqual([['b', 'a']])
  })
})

describe('Missing spans', () => {
  test('a parent that is not there makes a finding incomplete', () => {
    const spans = budget('b', 0, [true, true, true, true], { 'toolspan.budget.max_attempts': 2 })
    const [whole] = findingsOf(trace(...spans, run)).filter(({ rule }) => rule === 'over-budget')
    const [torn] = findingsOf(trace(...spans)).filter(({ rule }) => rule === 'over-budget')
    expect(whole?.complete).toBe(true)
    expect(torn?.complete).toBe(false)
  })
  test('a number that is skipped does so, too', () => {
    const [one, , three, four] = budget('b', 0, [true, true, true, true], {
      'toolspan.budget.max_attempts': 2,
    })
    const spans = [one, three, four].flatMap((span) => span ?? [])
    expect(findingsOf(trace(...spans, run)).find(({ rule }) => rule === 'over-budget')?.complete).toBe(false)
  })
  test('nothing is claimed from what is absent: the root is missing, so nobody says that nobody looked', () => {
    const lost = call('w', 'transfer', {
      failed: true,
      'toolspan.tool.effect': 'write',
      'toolspan.result.status': 'indeterminate',
    })
    expect(findingsOf(trace(lost, run)).map(({ rule }) => rule)).toContain('indeterminate-unchecked')
    expect(findingsOf(trace(lost)).map(({ rule }) => rule)).not.toContain('indeterminate-unchecked')
  })
})

describe('Not repeats', () => {
  test('overlapping siblings: fan-out, hedging, map-reduce, A/B', () => {
    const side = [0, 1, 2].map((each) => failed(`s${each}`, { at: [each, 1000 + each] }))
    expect(operationsOf(...side, run)).toEqual([])
  })
  test('but overlapping ones that numbers and a budget call tries are', () => {
    const side = budget('b', 0, [true, true]).map((span) => ({ ...span, at: [0, 500] as const }))
    expect(operationsOf(...side, run)).toEqual([['b1', 'b2']])
  })
  test('calls started by one model turn', () => {
    const wanted = (id: string) => failed(id, { 'gen_ai.tool.call.id': id })
    expect(operationsOf(model('m'), wanted('a'), wanted('b'), run)).toEqual([])
    expect(operationsOf(model('m'), wanted('a'), model('n'), wanted('b'), run)).toEqual([['a', 'b']])
  })
  test('pages: another cursor is another input, another offset another URL', () => {
    expect(operationsOf(failed('a', print('p1')), failed('b', print('p2')), run)).toEqual([])
    expect(
      operationsOf(
        get('a', 503, { 'url.full': `${URL}?o=0` }),
        get('b', 503, { 'url.full': `${URL}?o=50` }),
        run,
      ),
    ).toEqual([])
  })
  test('polling whose answer changes', () => {
    const look = (each: number, answer: string) =>
      found(`t${each}`, { 'toolspan.result.fingerprint': answer })
    const same = [1, 2, 3, 4, 5, 6].map((each) => look(each, 'same'))
    expect(rulesOf(...same)).toContain('no-progress-loop')
    expect(rulesOf(...same, look(7, 'other'))).not.toContain('no-progress-loop')
  })
  test('polling of work that says it is under way', () => {
    const look = (each: number, state: string) =>
      call(`t${each}`, 'get_job', {
        'toolspan.tool.effect': 'read',
        'gen_ai.tool.call.arguments': '{"id":1}',
        'gen_ai.tool.call.result': `{"id":1,"status":"${state}"}`,
      })
    const six = (state: string) => [1, 2, 3, 4, 5, 6].map((each) => look(each, state))
    expect(rulesOf(...six('running'))).not.toContain('no-progress-loop')
    expect(rulesOf(...six('stuck'))).toContain('no-progress-loop')
  })
  test("three or more evenly spaced calls with a minute or more from one's end to the next one's start", () => {
    const every = (ms: number) =>
      [0, 1, 2].map((each) => failed(`t${each}`, { at: [each * ms, each * ms + 100] }))
    expect(operationsOf(...every(60_100), run)).toEqual([])
    expect(operationsOf(...every(59_000), run)).toHaveLength(1)
    const uneven = [0, 60_100, 260_000].map((ms, each) => failed(`t${each}`, { at: [ms, ms + 100] }))
    expect(operationsOf(...uneven, run)).toHaveLength(1)
  })
  test('results that are accepted, asked for, cancelled or unknown are neither empty nor failed', () => {
    for (const status of ['accepted', 'input_required', 'cancelled', 'unknown']) {
      const six = [1, 2, 3, 4, 5, 6].map((each) =>
        empty(`t${each}`, 'start', { ...print('same'), 'toolspan.result.status': status }),
      )
      expect(rulesOf(...six, write('w', 'edit'))).toEqual([])
    }
  })
})
