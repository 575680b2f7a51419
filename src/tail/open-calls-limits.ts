import type { SpanFacts } from './facts/span-facts.ts'

/** How long calls may be silent when no timer of theirs is known. */
export interface IdleWindows {
  /** A call over HTTP, or of a model, in milliseconds. */
  readonly httpIdleWindowMs: number
  /** Any other call, in milliseconds. */
  readonly idleWindowMs: number
}

/** Until when a call may be open. */
export interface Limits {
  /** When its wall clock has run out; infinite where it has none. */
  readonly wallDueMs: number
  /** How long it may give no sign of life; infinite where only a wall clock limits it. */
  readonly silenceMs: number
}

/** A call gets this much longer than its own timer: the timer fires first, and then the span ends. */
export const GRACE_MS = 5_000

const NEVER_MS = Number.POSITIVE_INFINITY

/** What limits a call: its timers where any is known, else the idle window (design.md section 5). */
export function limitsOf({ startMs, timers, role, isOverHttp }: SpanFacts, windows: IdleWindows): Limits {
  const wallMs = Math.min(timers?.callMs ?? NEVER_MS, timers?.totalMs ?? NEVER_MS)
  const wallDueMs = startMs + wallMs + GRACE_MS
  if (timers?.idleMs !== undefined) return { wallDueMs, silenceMs: timers.idleMs + GRACE_MS }
  if (wallMs !== NEVER_MS) return { wallDueMs, silenceMs: NEVER_MS }
  const silenceMs = isOverHttp === true || role === 'model' ? windows.httpIdleWindowMs : windows.idleWindowMs
  return { wallDueMs, silenceMs }
}
