import { expect, test } from 'vitest'
import { renderFindings } from '../../../src/cli/render/findings.ts'
import type { Finding } from '../../../src/tail/findings/finding.ts'
import { RULES } from '../../../src/tail/rules/index.ts'
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
  unknownWrite,
  write,
} from '../../support/calls.ts'
import { storm } from '../../support/storm.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

/** One trace a rule, as an on-call person may meet it. */
const TRACES: Readonly<Record<string, readonly TestSpan[]>> = {
  'empty-unknown-coverage': [empty('q', 'search_orders'), write('w', 'create_order')],
  'retry-storm': [
    ...storm({
      layers: [
        { layer: 'coordinator', tries: 2 },
        { layer: 'tool', tries: 3 },
      ],
    }),
    call('t', 'get_invoice', {
      in: 'opc1t1',
      at: [2, 3],
      failed: true,
      'toolspan.error.category': 'transient',
    }),
  ],
  'budget-reset': [
    ofBudget('a1', 'one', 1, [0, 90]),
    ofBudget('a2', 'one', 2, [200, 290]),
    ofBudget('b1', 'two', 1, [1000, 1090]),
  ],
  'retried-non-retryable': ['a1', 'a2', 'a3'].map((id) =>
    failing(id, 'read_file', 'permission', { 'toolspan.operation.fingerprint': 'plan' }),
  ),
  'retried-empty': ['q1', 'q2'].map((id) =>
    empty(id, 'find_license', {
      'toolspan.coverage.status': 'complete',
      'toolspan.operation.fingerprint': 'license',
    }),
  ),
  'unsafe-retry': [
    unknownWrite('p1', 'create_payment', { at: [0, 30_000], 'toolspan.operation.fingerprint': 'pay' }),
    write('p2', 'create_payment', { at: [33_000, 33_900], 'toolspan.operation.fingerprint': 'pay' }),
  ],
  'repeated-write': [
    attempt('s1', 1, { at: [0, 100], failed: true, 'toolspan.budget.owner': 'month-end' }),
    write('m1', 'mail_statement', { in: 's1', at: [10, 40], 'toolspan.operation.fingerprint': 'mail' }),
    attempt('s2', 2, { at: [5000, 5100], 'toolspan.budget.owner': 'month-end' }),
    write('m2', 'mail_statement', { in: 's2', at: [5010, 5040], 'toolspan.operation.fingerprint': 'mail' }),
  ],
  'indeterminate-unchecked': [unknownWrite('w', 'transfer_funds', { at: [0, 20_000] })],
  'no-progress-loop': [1, 2, 3, 4, 5, 6].map((each) =>
    failing(`t${each}`, 'search_articles', 'other', {
      'toolspan.operation.fingerprint': `words-${each}`,
      'toolspan.error.code': 'INDEX_CLOSED',
    }),
  ),
  'terminal-ignored': [0, 1, 2, 3, 4, 5].map((each) =>
    model(`m${each}`, {
      failed: true,
      'toolspan.error.category': 'business',
      'toolspan.error.code': 'QUOTA_EXHAUSTED',
    }),
  ),
  'over-budget': [1, 2, 3, 4].map((number) =>
    ofBudget(`a${number}`, 'one', number, [number * 100, number * 100 + 50], {
      'toolspan.budget.max_attempts': 3,
    }),
  ),
  'ignored-wait-hint': [
    request('h1', 'https://rates.example.com/v1/today?base=EUR', 429, {
      at: [0, 90],
      'http.response.header.retry-after': ['30'],
    }),
    request('h2', 'https://rates.example.com/v1/today?base=EUR', 200, { at: [1090, 1200] }),
  ],
  'timer-inversion': [
    client(
      failing('c', 'export_report', 'transient', { at: [0, 10_000], 'toolspan.timeout.call_ms': 10_000 }),
    ),
    server(client(read('c', 'export_report')), { at: [20, 24_020] }),
  ],
  'error-as-success': [
    call('c', 'open_project', {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'error_text',
      'toolspan.error.category': 'other',
    }),
    read('n', 'list_files'),
  ],
  'swallowed-error': [
    empty('t', 'list_orders', { at: [0, 400] }),
    request('h', 'https://orders.example.com/v2/orders', 403, { in: 't', at: [20, 380] }),
  ],
  'category-lost': [
    call('t', 'read_secret', { at: [0, 400], failed: true, 'error.type': 'tool_error' }),
    request('h', 'https://vault.example.com/v1/secret/db-url', 403, { in: 't', at: [20, 380] }),
  ],
  'partial-as-complete': [
    read('t', 'review_changes', {
      'toolspan.result.count': 7,
      'toolspan.coverage.status': 'complete',
      'toolspan.coverage.sources_expected': 22,
      'toolspan.coverage.sources_covered': 7,
    }),
  ],
  'stale-answer': [
    read('t', 'get_rate', {
      'toolspan.freshness.age_ms': 7_200_000,
      'toolspan.freshness.max_age_ms': 900_000,
    }),
    write('w', 'convert_amount'),
  ],
  'acted-on-empty': [empty('q', 'search_customers'), write('w', 'create_customer')],
  'evidence-lost': [
    failing('t', 'gather_quotes', 'transient', { at: [0, 900] }),
    read('l1', 'quote_north', { in: 't', at: [10, 600] }),
    read('l2', 'quote_south', { in: 't', at: [12, 610] }),
  ],
  'gave-up-early': [
    failing('t', 'get_timetable', 'transient', { at: [0, 400], 'toolspan.operation.id': 'tt-3' }),
    ofBudget('a1', 'one', 1, [10, 390], {
      in: 't',
      'gen_ai.operation.name': undefined,
      'gen_ai.tool.name': undefined,
      'toolspan.operation.id': 'tt-3',
    }),
  ],
  'unbounded-call': [call('t', 'run_query', { at: [0, 6_300_000], 'toolspan.result.status': 'cancelled' })],
  'views-disagree': [read('t', 'list_users', { 'toolspan.result.views_disagree': true })],
  'tool-overload': [model('m', { 'toolspan.agent.tools_offered': 14 })],
}

function ofBudget(
  id: string,
  budget: string,
  number: number,
  at: readonly [number, number],
  more: Partial<TestSpan> = {},
): TestSpan {
  return {
    ...failing(id, 'get_invoice', 'transient'),
    ...attempt(id, number),
    at,
    'toolspan.operation.id': 'inv-1',
    'toolspan.budget.id': budget,
    'toolspan.budget.owner': 'invoice-handler',
    'toolspan.budget.max_attempts': 2,
    ...more,
  }
}

function findingOfRule(rule: string): Finding {
  const [finding] = findingsOf(trace(...(TRACES[rule] ?? []), run)).filter((found) => found.rule === rule)
  if (finding === undefined) throw new Error(`the trace of ${rule} does not make it fire`)
  return finding
}

test('prints one finding of each rule so that a person at three in the morning understands it (REQ-38)', async () => {
  const printed = RULES.map((rule) => renderFindings([findingOfRule(rule.id)], { color: false }))
  await expect(printed.join('\n')).toMatchFileSnapshot('./findings.txt.golden')
})

test('has a trace for each rule and for nothing else', () => {
  expect(Object.keys(TRACES).sort()).toEqual(RULES.map((rule) => rule.id).sort())
})

test.each(RULES.map((rule) => rule.id))('the finding of %s says what to change, and of what', (rule) => {
  const { summary, fix = '', evidence } = findingOfRule(rule)
  expect(summary).toMatch(/^[a-z0-9]/)
  expect(summary).not.toMatch(/[.!]$/)
  expect(fix).toMatch(/^(?:let|give|stop|raise|lower|switch) /)
  expect(fix).not.toMatch(/[.!]$/)
  expect(evidence.length).toBeGreaterThan(0)
  for (const { says } of evidence) expect(says).toMatch(/^\S.*\S$/)
})
