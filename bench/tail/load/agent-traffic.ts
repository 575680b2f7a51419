import type { MadeSpan } from '../../check/data/made-span.ts'
import type { Random } from '../../check/data/random.ts'
import { makeRun } from '../../check/data/run.ts'
import { detailed, isModel } from './call-details.ts'
import { message } from './ordinary/messages.ts'
import { step } from './ordinary/steps.ts'
import { cacheCommand, statement } from './ordinary/stores.ts'
import { answeredRequest, frontRequest, mcpEndpoint, middleware } from './ordinary/web.ts'

/** So many runs are begun by a request of a person, whose span is the root. */
const RUNS_WITH_FRONT = 0.5
/** With these one span in ten of all has a body, and about one trace in fifty has findings. */
const SHARES = { recordBodies: 0.45, findNothing: 0.015 }

/**
 * The spans of one run and those that its processes and the ones behind them write anyway, in the order in which they end:
 * of real traffic half of the spans say nothing of calls and tries (facts/prototypes.md section 6).
 */
export function makeTraffic(random: Random, startMs: number): MadeSpan[] {
  const spans: MadeSpan[] = []
  for (const span of makeRun(random, startMs, SHARES))
    spans.push(...beneath(span, random), detailed(span, random))
  const root = spans.at(-1)
  if (root === undefined || !random.happens(RUNS_WITH_FRONT)) return spans
  const front = frontRequest(root, random)
  return [...spans.slice(0, -1), { ...root, parentSpanId: front.spanId }, front]
}

/** Spans below one of a run that end before it. */
function beneath(span: MadeSpan, random: Random): MadeSpan[] {
  if (isModel(span)) return random.happens(0.2) ? [step(span, random)] : []
  if (span.isTool && span.kind === 2) return behindTool(span, random)
  if (span.isTool) return random.happens(0.1) ? [step(span, random)] : []
  if (span.attributes['http.request.method'] !== undefined) return behindRequest(span, random)
  return [step(span, random), statement(span, random), cacheCommand(span, random)]
}

/** What the server of a tool does besides the request that is the tool's work. */
function behindTool(tool: MadeSpan, random: Random): MadeSpan[] {
  const spans: MadeSpan[] = []
  if (random.happens(0.1)) spans.push(mcpEndpoint(tool, random))
  if (random.happens(0.2)) spans.push(cacheCommand(tool, random))
  if (random.happens(0.15)) spans.push(statement(tool, random))
  if (random.happens(0.1)) spans.push(...message(tool, random))
  return spans
}

function behindRequest(request: MadeSpan, random: Random): MadeSpan[] {
  if (random.happens(0.65)) return []
  const answered = answeredRequest(request, random)
  const inner: MadeSpan[] = []
  if (random.happens(0.3)) inner.push(middleware(answered, random))
  if (random.happens(0.5)) inner.push(statement(answered, random))
  return [...inner, answered]
}
