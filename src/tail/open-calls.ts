import { ATTR_TOOLSPAN_PROGRESS_COUNT } from '../semconv/attributes/timeout.ts'
import { ATTR_MCP_METHOD_NAME } from '../semconv/standard.ts'
import { fromSdkSpan, type SdkSpan } from './facts/from-sdk-span.ts'
import { readFacts } from './facts/read-facts.ts'
import type { SpanFacts } from './facts/span-facts.ts'
import { lifeBelow, type OpenSpanSeen } from './open-calls-life.ts'
import { GRACE_MS, type IdleWindows, limitsOf } from './open-calls-limits.ts'
import type { OpenSpans } from './open-spans.ts'

/** A call that is open for longer than it should be. */
export interface OpenCall {
  readonly span: SdkSpan
  readonly facts: SpanFacts
  readonly ageMs: number
}

/** What is known of traces: their open spans, and facts of those that have ended. */
export interface TraceSources {
  readonly open: OpenSpans
  endedIn(traceId: string): Iterable<SpanFacts>
}

/** Watches for calls that do not end. */
export interface OpenCalls {
  /** How often it is worth looking, in milliseconds. */
  readonly checkEveryMs: number
  /** Tells of each call that has been open for too long, once. */
  check(nowMs: number): void
}

const SHORTEST_CHECK_MS = 100
const LONGEST_CHECK_MS = 15_000
/** A window is looked at in so many steps. */
const CHECKS_A_WINDOW = 10

const ASKING_A_PERSON = 'elicitation/create'
/** A stream that stays open by design. */
const STREAM = 'subscriptions/listen'

/** What is remembered of one open span. It goes with the span. */
interface Watch {
  /** When the span is to be looked at again. */
  dueMs: number
  /** How many signs of life the span itself bears, and when there was a new one. */
  signs: number
  signMs: number
}

/**
 * Tells `report` of each call that is open past its timers or, where no timer is known, past its window without a
 * sign of life: progress, or anything that started or ended below it. Of calls inside one another the innermost
 * speaks, since the others wait for it. A call that waits for a person is left alone. Nothing is read of a span
 * until it has been open for a while.
 */
export function createOpenCalls(
  windows: IdleWindows,
  sources: TraceSources,
  report: (call: OpenCall) => void,
): OpenCalls {
  const watches = new WeakMap<SdkSpan, Watch>()

  function watch(span: SdkSpan): Watch {
    const { facts, isCall } = see(span)
    const { wallDueMs, silenceMs } = limitsOf(facts, windows)
    const made = {
      dueMs: isCall ? Math.min(wallDueMs, facts.startMs + silenceMs) : Number.POSITIVE_INFINITY,
      signs: signsOf(span),
      signMs: facts.startMs,
    }
    watches.set(span, made)
    return made
  }

  function look(span: SdkSpan, watched: Watch, nowMs: number): void {
    const { facts } = see(span)
    const { wallDueMs, silenceMs } = limitsOf(facts, windows)
    const { isWaiting, lastMs } = lifeBelow(
      facts,
      sources.open.spansOf(facts.traceId).map(see),
      sources.endedIn(facts.traceId),
    )
    const aliveMs = isWaiting ? nowMs : Math.max(facts.startMs, watched.signMs, lastMs)
    watched.dueMs = Math.min(wallDueMs, aliveMs + silenceMs)
    if (watched.dueMs > nowMs) return
    watched.dueMs = Number.POSITIVE_INFINITY
    report({ span, facts, ageMs: nowMs - facts.startMs })
  }

  return {
    checkEveryMs: Math.min(
      LONGEST_CHECK_MS,
      Math.max(SHORTEST_CHECK_MS, Math.min(windows.httpIdleWindowMs, windows.idleWindowMs) / CHECKS_A_WINDOW),
    ),
    check(nowMs) {
      for (const span of sources.open.all()) {
        const known = watches.get(span)
        if (known === undefined && nowMs - startMsOf(span) < GRACE_MS) continue
        const watched = known ?? watch(span)
        if (watched.dueMs === Number.POSITIVE_INFINITY) continue
        const signs = signsOf(span)
        if (signs !== watched.signs) {
          watched.signs = signs
          watched.signMs = nowMs
        }
        if (nowMs >= watched.dueMs) look(span, watched, nowMs)
      }
    },
  }
}

function see(span: SdkSpan): OpenSpanSeen {
  const facts = readFacts(fromSdkSpan(span))
  const method = methodOf(span)
  const asksPerson = method === ASKING_A_PERSON
  const isRequest = method !== undefined && method !== STREAM && !method.startsWith('notifications/')
  const isCall = !asksPerson && (isRequest || facts.role === 'tool' || facts.role === 'model')
  return { facts, isCall, asksPerson }
}

function methodOf({ attributes }: SdkSpan): string | undefined {
  const method = attributes[ATTR_MCP_METHOD_NAME]
  return typeof method === 'string' ? method : undefined
}

/** Progress notifications that were counted, and events that were added. */
function signsOf({ attributes, events }: SdkSpan): number {
  const progress = attributes[ATTR_TOOLSPAN_PROGRESS_COUNT]
  return (typeof progress === 'number' ? progress : 0) + (events?.length ?? 0)
}

function startMsOf({ startTime: [seconds, nanoseconds] }: SdkSpan): number {
  return seconds * 1000 + nanoseconds / 1e6
}
