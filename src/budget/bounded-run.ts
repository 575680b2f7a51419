import type { Clock } from '../clock.ts'
import type { Cancellation } from './cancellation.ts'

/** How a piece of the user's work ended, or that it was not waited for any longer. */
export type Ending<T> =
  | { readonly kind: 'returned'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'cancelled' }

const TIMED_OUT = Object.freeze({ kind: 'timed_out' as const })
const CANCELLED = Object.freeze({ kind: 'cancelled' as const })

/** The limits of one piece of work. */
export interface Bounds<T, Conclusion> {
  readonly clock: Clock
  /** Read after the work's synchronous part, which nobody can interrupt. */
  readonly limitMs: () => number
  readonly cancellation: Cancellation
  /** Called before waiting stops, so that the work hears of it first; may be called twice. */
  readonly onCut: (kind: 'timed_out' | 'cancelled') => void
  /** Makes of the end what the caller needs. It may not throw. */
  readonly conclude: (ending: Ending<T>) => Conclusion
}

/**
 * Runs `work` and waits no longer than its bounds allow. How it settles later is ignored, and a late rejection
 * is no unhandled one. Never rejects.
 */
export function runBounded<T, Conclusion>(
  work: () => PromiseLike<T> | T,
  bounds: Bounds<T, Conclusion>,
): Conclusion | Promise<Conclusion> {
  let pending: PromiseLike<T>
  try {
    const started = work()
    if (!isThenable(started)) return bounds.conclude({ kind: 'returned', value: started })
    pending = started
  } catch (error) {
    return bounds.conclude({ kind: 'threw', error })
  }
  return race(pending, bounds)
}

function race<T, Conclusion>(started: PromiseLike<T>, bounds: Bounds<T, Conclusion>): Promise<Conclusion> {
  const { clock, cancellation, onCut, conclude } = bounds
  return new Promise((resolve) => {
    let isSettled = false
    const settle = (ending: Ending<T>) => {
      if (isSettled) return
      isSettled = true
      cancelTimer()
      cancellation.onCancel = undefined
      resolve(conclude(ending))
    }
    const cut = () => {
      const ending = cancellation.by ? CANCELLED : TIMED_OUT
      onCut(ending.kind)
      settle(ending)
    }
    if (cancellation.by) onCut('cancelled')
    const cancelTimer = clock.after(cancellation.by ? 0 : bounds.limitMs(), cut)
    cancellation.onCancel = cut
    Promise.resolve(started).then(
      (value) => settle({ kind: 'returned', value }),
      (error: unknown) => settle({ kind: 'threw', error }),
    )
  })
}

/** Waits until the time has passed or a cancellation comes, whichever is first. */
export function pause(delayMs: number, clock: Clock, cancellation: Cancellation): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancelTimer()
      cancellation.onCancel = undefined
      resolve()
    }
    const cancelTimer = clock.after(delayMs, end)
    cancellation.onCancel = end
  })
}

function isThenable<T>(value: PromiseLike<T> | T): value is PromiseLike<T> {
  const canHaveThen = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return canHaveThen && typeof Reflect.get(value, 'then') === 'function'
}
