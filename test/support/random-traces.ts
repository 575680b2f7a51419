import fc from 'fast-check'
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
  subagent,
  unknownWrite,
  write,
} from './calls.ts'
import { storm } from './storm.ts'
import { type TestSpan, trace } from './trace.ts'

type More = Partial<TestSpan>

const TOOLS = ['search_orders', 'get_order', 'create_order', 'ask_agent'] as const
const URLS = ['https://a.example.com/x', 'https://a.example.com/y', 'https://b.example.com/x'] as const

/** What a span may be. */
const MAKERS: readonly ((id: string, tool: string, more: More) => TestSpan)[] = [
  call,
  read,
  write,
  empty,
  unknownWrite,
  (id, tool, more) => failing(id, tool, 'transient', more),
  (id, tool, more) => failing(id, tool, 'permission', more),
  (id, tool, more) => client(failing(id, tool, 'other', more)),
  (id, _, more) => model(id, more),
  (id, _, more) => model(id, { failed: true, 'error.type': 'overloaded', ...more }),
  (id, _, more) => subagent(id, more),
  (id, tool, more) => request(id, URLS[tool.length % 3] ?? URLS[0], 200, more),
  (id, tool, more) => request(id, URLS[tool.length % 3] ?? URLS[0], 503, more),
  (id, tool, more) => request(id, URLS[tool.length % 3] ?? URLS[0], 403, more),
  (id, _, more) => attempt(id, 1, { failed: true, ...more }),
  (id, _, more) => attempt(id, 2, more),
]

/** What may be said of a span besides. */
const STATEMENTS: readonly More[] = [
  {},
  { 'toolspan.coverage.status': 'complete' },
  { 'toolspan.operation.id': 'op-1' },
  { 'toolspan.operation.id': 'op-2', 'toolspan.attempt.number': 1 },
  { 'toolspan.attempt.number': 2, 'toolspan.budget.id': 'b-2', 'toolspan.budget.max_attempts': 2 },
  { 'toolspan.attempt.number': 3, 'toolspan.budget.id': 'b-2', 'toolspan.budget.max_attempts': 2 },
  { 'toolspan.budget.id': 'b-2', 'toolspan.budget.deadline_ms': 40, 'toolspan.budget.owner': 'desk' },
  { 'toolspan.budget.parent_id': 'b-1', 'toolspan.budget.id': 'b-3', 'toolspan.attempt.number': 1 },
  { 'toolspan.result.fingerprint': 'same', 'toolspan.result.status': 'found' },
  { 'toolspan.result.status': 'failed', failed: false },
  { 'toolspan.result.total': 9, 'toolspan.result.count': 4 },
  { 'toolspan.result.views_disagree': true },
  { 'toolspan.freshness.age_ms': 9, 'toolspan.freshness.max_age_ms': 5 },
  { 'toolspan.error.retry_after_ms': 5000 },
  { 'toolspan.timeout.call_ms': 5, 'toolspan.budget.id': 'b-1', 'toolspan.budget.max_attempts': 3 },
  { 'toolspan.turn.id': 'turn-2' },
  { 'toolspan.agent.tools_offered': 9 },
  { 'toolspan.idempotency_key.hash': 'k1' },
  { 'gen_ai.tool.call.id': 'call-1' },
  { 'http.request.header.x-stainless-retry-count': ['1'] },
]

const step = fc.record({
  maker: fc.nat(MAKERS.length - 1),
  tool: fc.nat(TOOLS.length - 1),
  input: fc.option(fc.constantFrom('same', 'other'), { nil: undefined }),
  statement: fc.nat(STATEMENTS.length - 1),
  /** 0 is the run; a missing parent where it points at nothing. */
  parent: fc.nat(14),
  gapMs: fc.constantFrom(-15, 0, 0, 5, 30, 61_000),
  lastsMs: fc.constantFrom(0, 4.6, 10, 40, 400_000),
  isOpen: fc.constantFrom(false, false, false, false, true),
  service: fc.constantFrom('agent', 'agent', 'agent', 'other'),
  trace: fc.constantFrom('main', 'main', 'main', 'main', 'second'),
  hasServer: fc.constantFrom(false, false, true),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function spansOf(steps: readonly Step[]): TestSpan[] {
  const spans: TestSpan[] = []
  let clockMs = 0
  for (const [index, each] of steps.entries()) {
    const startMs = Math.max(0, clockMs + each.gapMs)
    const endMs = startMs + each.lastsMs
    clockMs = endMs
    const id = `s${index}`
    const span = MAKERS[each.maker]?.(id, TOOLS[each.tool] ?? TOOLS[0], {
      in: each.parent === 0 || each.parent > index + 1 ? 'run' : `s${each.parent - 1}`,
      at: each.isOpen ? [startMs] : [startMs, endMs],
      service: each.service,
      trace: each.trace,
      ...(each.input === undefined ? {} : { 'toolspan.operation.fingerprint': each.input }),
      ...STATEMENTS[each.statement],
    })
    if (span === undefined) continue
    spans.push(span)
    if (each.hasServer && span['gen_ai.tool.name'] !== undefined && span.kind === 'client')
      spans.push(server(span))
  }
  return [...spans, run]
}

const layer = fc.record({
  layer: fc.constantFrom('coordinator', 'tool', 'http'),
  tries: fc.integer({ min: 1, max: 3 }),
  declares: fc.boolean(),
})
const storming = fc
  .record({
    layers: fc.uniqueArray(layer, { selector: (item) => item.layer, maxLength: 3 }),
    recovers: fc.boolean(),
  })
  .map((options) => storm(options))
const small = fc.array(step, { minLength: 1, maxLength: 14 }).map(spansOf)
/** Rows of equal steps, one after the other: loops, pollers, runs of refusals. */
const row = fc
  .record({ one: step, times: fc.integer({ min: 1, max: 8 }), gapMs: fc.constantFrom(0, 5, 61_000) })
  .map(({ one, times, gapMs }) =>
    Array.from({ length: times }, () => ({
      ...one,
      gapMs,
      parent: 0,
      isOpen: false,
      trace: 'main' as const,
    })),
  )
const rows = fc.array(row, { minLength: 1, maxLength: 4 }).map((all) => spansOf(all.flat()))
/** Traces of all kinds: a few spans that may be anything, rows of equal steps, and storms. */
export const randomTraces = fc
  .oneof({ weight: 4, arbitrary: small }, { weight: 3, arbitrary: rows }, { weight: 1, arbitrary: storming })
  .map((spans) => trace(...spans))
