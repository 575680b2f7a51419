import { expect, test } from 'vitest'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' }
const tool = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.arguments': '{"q":"a"}',
  'toolspan.tool.effect': 'read',
}
const failing = { failed: true, 'error.type': '503' }
const request = {
  kind: 'client' as const,
  'http.request.method': 'GET',
  'url.full': 'https://api.example.com/search?q=a',
  'http.response.status_code': 503,
}

/** One call of the tool, which asks twice, below `parent`. */
function call(id: string, parent: string): TestSpan[] {
  return [
    { id, in: parent, ...tool, ...failing },
    { id: `${id}-1`, in: id, ...request },
    { id: `${id}-2`, in: id, ...request },
  ]
}

const rulesOf = (...spans: readonly TestSpan[]) =>
  findingsOf(trace(...spans)).map(({ rule, severity }) => `${rule} ${severity}`)

test('the tries of a model belong to one budget though each turn has a span of its own', () => {
  const turns = ['one', 'two'].flatMap((turn) => [
    { id: turn, in: 'agent', name: 'step' },
    ...call(`${turn}-c`, turn),
  ])
  const nested = ['one', 'two'].flatMap((turn) => [
    { id: turn, in: 'agent', name: 'step' },
    { id: `${turn}-t`, in: turn, name: 'tools' },
    ...call(`${turn}-c`, `${turn}-t`),
  ])
  const flat = ['one', 'two'].flatMap((turn) => call(`${turn}-c`, 'agent'))
  for (const below of [turns, nested, flat])
    expect(rulesOf({ id: 'agent', ...agent, ...failing }, ...below)).toContain('retry-storm critical')
})

test('two handlers that each try twice keep a budget each', () => {
  const handlers = ['one', 'two'].flatMap((handler) => [
    { id: handler, in: 'agent', name: 'handler' },
    { id: `${handler}-a`, in: handler, ...tool, ...failing },
    { id: `${handler}-b`, in: handler, ...tool, ...failing },
  ])
  const found = rulesOf({ id: 'agent', ...agent, ...failing }, ...handlers)
  expect(found).toContain('budget-reset critical')
  expect(found).not.toContain('retry-storm critical')
})

test('an agent below the agent is no step: its one try is charged to itself', () => {
  const helpers = ['one', 'two'].flatMap((helper) => [
    { id: helper, in: 'agent', ...agent, 'gen_ai.agent.name': helper, ...failing },
    ...call(`${helper}-c`, helper),
  ])
  expect(rulesOf({ id: 'agent', ...agent, ...failing }, ...helpers)).not.toContain('retry-storm critical')
})

test('what one answer of the model wants twice is no repeat, also where each call has a step of its own', () => {
  const denied = (id: string, step: string, at: readonly [number, number]): TestSpan[] => [
    { id: step, in: 'agent', name: 'tools', at: [at[0] - 1, at[1] + 1] },
    {
      id,
      in: step,
      at,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_ticket',
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': '{"title":"a"}',
      'toolspan.tool.effect': 'read',
      failed: true,
      'error.type': '403',
    },
  ]
  const turn = (id: string, step: string, at: readonly [number, number]): TestSpan[] => [
    { id: step, in: 'agent', name: 'model', at: [at[0] - 1, at[1] + 1] },
    { id, in: step, at, 'gen_ai.operation.name': 'chat' },
  ]
  const run = (...spans: readonly TestSpan[]) => rulesOf({ id: 'agent', ...agent, at: [0, 1000] }, ...spans)
  const first = [...turn('m1', 'ms1', [10, 20]), ...denied('w1', 'ws1', [30, 40])]
  expect(run(...first, ...denied('w2', 'ws2', [50, 60]))).not.toContain('retried-non-retryable warning')
  expect(run(...first, ...turn('m2', 'ms2', [44, 46]), ...denied('w2', 'ws2', [50, 60]))).toContain(
    'retried-non-retryable warning',
  )
})
