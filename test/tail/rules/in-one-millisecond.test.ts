import { describe, expect, test } from 'vitest'
import {
  attempt,
  call,
  empty,
  failing,
  model,
  read,
  request,
  run,
  unknownWrite,
  write,
} from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

// The JavaScript SDK cuts starts down to the millisecond: of fast calls nothing tells which came first. What may keep a
// rule quiet does so, and what has to be known for a finding is not made up.

const found = (rule: string, ...spans: readonly TestSpan[]) => findingsOfRule(rule, ...spans, run)

/** A call that is over in a fifth of a millisecond. */
const at = (ms: number) => ({ at: [ms, ms + 0.2] as const })
const same = { 'toolspan.operation.fingerprint': 'same' }

describe('what came in one millisecond with the last call of two, or with the first', () => {
  const between = [100, 102] as const

  test.each(between)('a look-up at %i may have told what became of a write', (ms) => {
    const tries = [
      unknownWrite('one', 'create_payment', { ...at(100), ...same }),
      unknownWrite('two', 'create_payment', { ...at(102), ...same }),
    ]
    expect(found('unsafe-retry', ...tries, read('look', 'get_payment', at(ms)))).toEqual([])
    expect(found('unsafe-retry', ...tries, read('look', 'get_payment', at(103)))).toHaveLength(1)
  })

  test.each(between)('a find at %i may have confirmed an empty answer', (ms) => {
    const acted = [empty('none', 'search_users', at(100)), write('made', 'create_user', at(102))]
    expect(found('acted-on-empty', ...acted, read('look', 'search_users', at(ms)))).toEqual([])
    expect(found('acted-on-empty', ...acted, read('look', 'search_users', at(103)))).toHaveLength(1)
  })

  test.each(between)('a write at %i may have changed why a call was refused', (ms) => {
    const tests = [100, 102].map((start) =>
      failing(`tests${start}`, 'run_tests', 'business', { ...at(start), ...same }),
    )
    expect(found('retried-non-retryable', ...tests, write('edit', 'edit_file', at(ms)))).toEqual([])
    expect(found('retried-non-retryable', ...tests, write('edit', 'edit_file', at(103)))).toHaveLength(1)
  })

  test('what lies in a call, or around it, lies between it and no other', () => {
    const tests = [100, 102].map((start) =>
      failing(`tests${start}`, 'run_tests', 'business', { ...at(start), ...same }),
    )
    const inside = write('inner', 'write_log', { in: 'tests100', at: [101, 101.1] })
    expect(found('retried-non-retryable', ...tests, inside)).toHaveLength(1)
  })
})

describe('what came in one millisecond with a call may have come after it', () => {
  test('a check of a write of which nobody knows the outcome', () => {
    const lost = unknownWrite('lost', 'transfer_funds', at(100))
    expect(found('indeterminate-unchecked', lost, read('check', 'get_transfer', at(100)))).toEqual([])
    expect(found('indeterminate-unchecked', lost, read('check', 'get_transfer', at(99)))).toHaveLength(1)
  })

  test('but not what lies in the write, or around it', () => {
    const lost = unknownWrite('lost', 'transfer_funds', { ...at(100), in: 'outer' })
    const outer = call('outer', 'do_transfer', { at: [100, 100.4] })
    const inner = read('inner', 'get_transfer', { ...at(100), in: 'lost' })
    expect(found('indeterminate-unchecked', lost, outer, inner)).toHaveLength(1)
  })

  test('another source, asked after one that failed', () => {
    const gather = read('gather', 'gather', {
      at: [100, 101],
      'toolspan.coverage.status': 'complete',
      'toolspan.result.count': 4,
    })
    const down = failing('down', 'ask_source', 'transient', { in: 'gather', ...at(100) })
    const asked = (ms: number) => read('other', 'ask_source', { in: 'gather', ...at(ms) })
    expect(found('partial-as-complete', gather, down, asked(100))).toEqual([])
    expect(found('partial-as-complete', gather, down, asked(99))).toHaveLength(1)
  })

  test('the same tool with arguments that nobody recorded', () => {
    const gaveUp = failing('one', 'get_stock', 'transient', {
      ...at(100),
      'toolspan.operation.id': 'op',
      'toolspan.attempt.number': 1,
      'toolspan.budget.id': 'b',
      'toolspan.budget.owner': 'desk',
      'toolspan.budget.max_attempts': 3,
    })
    expect(found('gave-up-early', gaveUp, call('again', 'get_stock', at(100)))).toEqual([])
    expect(found('gave-up-early', gaveUp, call('again', 'get_stock', at(99)))).toHaveLength(1)
  })

  test('the last page of a listing', () => {
    const page = (id: string, ms: number, hasMore: boolean) =>
      read(id, 'list_orders', {
        ...at(ms),
        'toolspan.operation.fingerprint': id,
        'toolspan.result.has_more': hasMore,
        'toolspan.result.total': hasMore ? 40 : 41,
        'toolspan.result.count': 20,
      })
    expect(found('partial-as-complete', page('first', 100, true), page('last', 100, false))).toEqual([])
    expect(found('partial-as-complete', page('first', 101, true), page('last', 100, false))).toHaveLength(1)
  })
})

describe('a model takes its time', () => {
  const wish = (id: string, ms: number) =>
    empty(id, 'find_license', {
      ...at(ms),
      ...same,
      'toolspan.coverage.status': 'complete',
      'gen_ai.tool.call.id': id,
    })

  test('two calls that one answer of it asked for are no repeats, though it started with the first', () => {
    expect(found('retried-empty', model('m', at(100)), wish('one', 100), wish('two', 101))).toEqual([])
  })

  test('it was asked upon a call that ended in the millisecond in which it began', () => {
    const asked = (ms: number) => model(`m${ms}`, { at: [ms, ms + 3.1] })
    expect(found('retried-empty', asked(97), wish('one', 100), asked(100), wish('two', 103))).toHaveLength(1)
    const circle = [0, 1, 2, 3, 4].flatMap((round) => [
      asked(100 + 3 * round),
      failing(`t${round}`, 'search', 'transient', {
        ...at(103 + 3 * round),
        'toolspan.error.code': 'INDEX_CLOSED',
      }),
    ])
    expect(found('no-progress-loop', ...circle)).toMatchObject([{ attempts: 5 }])
    expect(
      found('no-progress-loop', ...circle.filter(({ id }) => id === 'm100' || !id.startsWith('m'))),
    ).toEqual([])
  })
})

describe('the order of what starts in one millisecond', () => {
  const insist = (id: string, times: readonly number[]): TestSpan[] =>
    times.map((ms, index) =>
      failing(`${id}${index}`, 'get_stock', 'transient', {
        ...at(ms),
        'toolspan.operation.id': 'op',
        'toolspan.attempt.number': index + 1,
        'toolspan.budget.id': id,
        'toolspan.budget.owner': 'desk',
        'toolspan.budget.max_attempts': 2,
      }),
    )

  test('a budget without a span of its own is over when the next one starts with its last try', () => {
    expect(found('budget-reset', ...insist('b', [100, 100]), ...insist('c', [100, 150]))).toEqual([])
    expect(found('budget-reset', ...insist('b', [100, 150]), ...insist('c', [120, 200]))).toEqual([])
    expect(found('budget-reset', ...insist('b', [100, 150]), ...insist('c', [150, 200]))).toMatchObject([
      { resets: 1, attempts: 4 },
    ])
  })

  test('a success is the last of them: whoever tries again stops there', () => {
    const tries = (
      [
        [90, true],
        [100, true],
        [100, false],
      ] as const
    ).map(([ms, failed], index) =>
      call(['y', 'z', 'a'][index] ?? '', 'get_stock', {
        ...at(ms),
        ...same,
        failed,
        'toolspan.operation.id': 'op',
        ...(failed ? { 'toolspan.error.category': 'business' } : {}),
      }),
    )
    expect(found('retried-non-retryable', ...tries)).toMatchObject([{ attempts: 3, recovered: true }])
  })

  test('a row of a client goes on before its next row begins', () => {
    const sent = (id: string, ms: number, count: number) =>
      request(id, 'https://models.example.com/v1', 503, {
        ...at(ms),
        'http.request.header.x-stainless-retry-count': [`${count}`],
      })
    const rows = [sent('a', 100, 0), sent('z', 105, 1), sent('b', 105, 0), sent('c', 110, 1)]
    expect(found('budget-reset', ...rows)).toMatchObject([
      { resets: 1, attempts: 4, summary: expect.stringContaining('one budget made 2') },
    ])
  })

  test('calls of AWS that were sent off together are not told apart by their place', () => {
    const put = (id: string, tries: string, ms: number, failed: boolean) =>
      request(id, 'https://dynamodb.example.com/', failed ? 500 : 200, {
        ...at(ms),
        in: tries,
        'http.request.method': 'POST',
        'http.request.header.amz-sdk-invocation-id': [id],
        'http.request.header.amz-sdk-request': ['attempt=1; max=3'],
      })
    const sent = (ms: readonly number[]) => [
      attempt('t1', 1, { at: [100, 120], failed: true }),
      put('x', 't1', 101, true),
      put('y', 't1', ms[0] ?? 0, false),
      attempt('t2', 2, { at: [130, 150], failed: true }),
      put('v', 't2', 131, false),
      put('w', 't2', ms[1] ?? 0, true),
    ]
    expect(found('budget-reset', ...sent([101, 131]))).toEqual([])
  })

  test('a success among refusals may have come before them', () => {
    const refused = (ms: number) => request(`r${ms}`, 'https://a.example.com/x', 402, at(ms))
    const served = (ms: number) => request('served', 'https://a.example.com/x', 200, at(ms))
    const row = [100, 102, 104, 106, 108, 110].map(refused)
    expect(found('terminal-ignored', ...row, served(110))).toEqual([])
    expect(found('terminal-ignored', ...row, served(112))).toMatchObject([{ attempts: 5, recovered: true }])
  })
})

describe('durations over a cut start', () => {
  test('a wait is obeyed that is short only because the start after it was cut down', () => {
    const asked = failing('one', 'get_stock', 'transient', {
      at: [100, 105.6],
      ...same,
      'toolspan.error.retry_after_ms': 20,
    })
    const again = (ms: number) => read('two', 'get_stock', { ...at(ms), ...same })
    expect(found('ignored-wait-hint', asked, again(125))).toEqual([])
    expect(found('ignored-wait-hint', asked, again(124))).toHaveLength(1)
  })

  test('a call below that seems to end up to a millisecond after its caller had been found', () => {
    const gather = (endMs: number) => failing('gather', 'gather_quotes', 'transient', { at: [100, endMs] })
    const quote = (startMs: number, endMs: number) =>
      read('quote', 'get_quote', { in: 'gather', at: [startMs, endMs] })
    expect(found('evidence-lost', gather(100.6), quote(101, 102.7))).toEqual([])
    expect(found('evidence-lost', gather(100.6), quote(100, 100.7))).toEqual([])
    expect(found('evidence-lost', gather(100.6), quote(101, 101.1))).toHaveLength(1)
  })
})

test('what a span holds does not follow it, though its end was cut down with its start', () => {
  const outer = failing('outer', 'ask_desk', 'permission', { at: [100, 100.6], ...same })
  const inner = failing('inner', 'ask_desk', 'permission', {
    at: [101, 101.2],
    in: 'outer',
    'toolspan.attempt.number': 1,
    ...same,
  })
  expect(findingsOf(trace(outer, inner, run)).map(({ rule }) => rule)).not.toContain('retried-non-retryable')
})
