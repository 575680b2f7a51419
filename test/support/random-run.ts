import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { type TestSpan, trace } from './trace.ts'

/** The same numbers for the same seed, from 0 up to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const TOOLS = ['search_a', 'get_b', 'list_c', 'write_d', 'call_e'] as const
const STATUSES = ['found', 'found', 'found', 'found_none', 'failed', 'indeterminate'] as const
const CATEGORIES = ['transient', 'validation', 'permission', 'business', undefined] as const
/** Requests, operations and arguments come back out of so many. */
const NAMES = 4000

/**
 * A run in which agents side by side call tools and models, tools send requests, and now and then something is tried
 * again: of about `count` spans, in the order in which they end. The first one is the agent that encloses all.
 */
export function randomRun(seed: number, count: number, agents: number): readonly SpanInput[] {
  const random = createRandom(seed)
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0]
  const name = (): string => `n${Math.floor(random() * NAMES)}`
  const endsMs = Array.from({ length: agents }, () => 0)
  const spans: TestSpan[] = []
  while (spans.length < count) {
    const agent = Math.floor(random() * agents)
    const startMs = (endsMs[agent] ?? 0) + 5 + Math.floor(random() * 50)
    const endMs = startMs + 10 + Math.floor(random() * 200)
    endsMs[agent] = endMs
    const id = `s${spans.length.toString(36)}`
    const place = { id, in: agents === 1 ? 'run' : `g${agent}`, at: [startMs, endMs] as const }
    if (random() < 0.25) spans.push(modelCall(place))
    else {
      spans.push(toolCall(place))
      if (random() < 0.2) spans.push(...requests(id, startMs, endMs))
    }
  }
  const lastMs = Math.max(...endsMs) + 10
  const around = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' } as const
  if (agents > 1)
    spans.push(
      ...endsMs.map((endMs, agent) => ({
        id: `g${agent}`,
        in: 'run',
        at: [0, endMs + 1] as const,
        ...around,
      })),
    )
  const [run, ...others] = trace({ id: 'run', at: [0, lastMs], ...around }, ...spans)
  if (run === undefined) throw new Error('no run')
  return [run, ...others.sort((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0))]

  function modelCall(place: TestSpan): TestSpan {
    const refused = random() < 0.03 ? { failed: true, 'toolspan.error.category': pick(CATEGORIES) } : {}
    return {
      ...place,
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': pick(['m1', 'm2']),
      ...refused,
    }
  }

  function toolCall(place: TestSpan): TestSpan {
    const tool = pick(TOOLS)
    const status = pick(STATUSES)
    const isFailure = status === 'failed' || status === 'indeterminate'
    return {
      ...place,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'toolspan.tool.effect': tool === 'write_d' ? 'write' : tool === 'call_e' ? undefined : 'read',
      'toolspan.operation.fingerprint': random() < 0.03 ? name() : `own ${place.id}`,
      'toolspan.result.status': status,
      'toolspan.coverage.status': pick(['complete', 'unknown']),
      ...(isFailure ? { failed: true } : {}),
      ...(status === 'failed' ? { 'toolspan.error.category': pick(CATEGORIES) } : {}),
      ...(random() < 0.3 ? { 'toolspan.result.fingerprint': pick(['r1', 'r2', 'r3']) } : {}),
      ...(random() < 0.3 ? { 'gen_ai.tool.call.id': place.id } : {}),
      ...(random() < 0.005 ? { 'toolspan.result.count': 3, 'toolspan.result.total': 9 } : {}),
      ...(random() < 0.005 ? { 'toolspan.result.has_more': true } : {}),
      ...(random() < 0.04 ? budgetTry() : {}),
    }
  }

  function budgetTry(): Partial<TestSpan> {
    return {
      'toolspan.operation.id': name(),
      'toolspan.attempt.number': pick([1, 2, 3]),
      'toolspan.budget.id': name(),
      'toolspan.budget.max_attempts': 2,
    }
  }

  function requests(id: string, startMs: number, endMs: number): TestSpan[] {
    const sent = 1 + Math.floor(random() * 3)
    const stepMs = (endMs - startMs) / (sent + 1)
    return Array.from({ length: sent }, (_, at) => {
      const status = pick([200, 200, 200, 500, 429, 403])
      return {
        id: `${id}_${at}`,
        in: id,
        at: [startMs + stepMs * at, startMs + stepMs * (at + 1)] as const,
        kind: 'client' as const,
        failed: status >= 400,
        'http.request.method': 'GET',
        'url.full': `https://api.example/${name()}`,
        'http.response.status_code': status,
      }
    })
  }
}
