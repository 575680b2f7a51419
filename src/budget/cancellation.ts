import type { Cut, EnclosingAttempt } from './attempt.ts'

/**
 * What stopped a `recover()` from outside: a caller, its own or one further out; the timer of the enclosing
 * attempt; or that attempt's end with the deadline that both share.
 */
export type CancelledBy = 'caller' | 'timer' | 'deadline'

const BY_CUT: Readonly<Record<Cut, CancelledBy>> = {
  cancelled: 'caller',
  timeout: 'timer',
  deadline: 'deadline',
}

/** Watches the caller's signal and the enclosing attempt for one `recover()`. */
export interface Cancellation {
  readonly by: CancelledBy | undefined
  /** The reason of the signal that fired, the same object. */
  readonly reason: unknown
  /** Called once when a signal fires. One thing waits at a time, so one slot is enough. */
  onCancel: (() => void) | undefined
  /** Takes the listeners off. */
  dispose(): void
}

export function watch(
  signal: AbortSignal | undefined,
  enclosing: EnclosingAttempt | undefined,
): Cancellation {
  if (!signal && !enclosing)
    return { by: undefined, reason: undefined, onCancel: undefined, dispose: nothing }

  const state: { by: CancelledBy | undefined; reason: unknown } & Cancellation = {
    by: undefined,
    reason: undefined,
    onCancel: undefined,
    dispose() {
      signal?.removeEventListener('abort', onCaller)
      outer?.removeEventListener('abort', onEnclosing)
    },
  }
  const outer = enclosing?.signal
  const cancel = (by: CancelledBy, reason: unknown) => {
    if (state.by) return
    state.by = by
    state.reason = reason
    state.onCancel?.()
  }
  const onCaller = () => cancel('caller', signal?.reason)
  const onEnclosing = () => cancel(BY_CUT[enclosing?.cut ?? 'cancelled'], outer?.reason)

  if (signal?.aborted) onCaller()
  else signal?.addEventListener('abort', onCaller)
  if (outer?.aborted) onEnclosing()
  else outer?.addEventListener('abort', onEnclosing)
  return state
}

const nothing = () => {}
