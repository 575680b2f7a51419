import * as api from '@opentelemetry/api'
import { swallow } from './swallow.ts'

/** The context that is active; the root where the context manager fails. */
export function activeContext(): api.Context {
  try {
    return api.context.active()
  } catch (error) {
    swallow('instrument', error)
    return api.ROOT_CONTEXT
  }
}

/**
 * Runs `work` with `context` active, once, whatever the context manager does: where that fails, `work` runs without
 * it. What `work` returns or throws comes back as it is.
 */
export function runWithin<R>(context: api.Context, work: () => R): R {
  return applyWithin(context, work, undefined, NO_ARGUMENTS)
}

/** The same for a method of `target` with its arguments, which then needs no function around it. */
export function applyWithin<A extends readonly unknown[], R>(
  context: api.Context,
  method: (...args: A) => R,
  target: unknown,
  args: A,
): R {
  // To make what is active already active again would cost as much as the first time.
  if (activeContext() === context) return Reflect.apply(method, target, args)
  const run = new OneRun(method, target, args)
  try {
    api.context.with(context, OneRun.start, undefined, run)
  } catch (error) {
    swallow('instrument', error)
  }
  return run.result()
}

const NO_ARGUMENTS: [] = []

/** A piece of work that runs at most once, and how it ended. */
class OneRun<A extends readonly unknown[], R> {
  static start(run: { start(): void }): void {
    run.start()
  }

  readonly #method: (...args: A) => R
  readonly #target: unknown
  readonly #args: A
  #state: 'new' | 'begun' | 'returned' | 'threw' = 'new'
  #outcome: unknown

  constructor(method: (...args: A) => R, target: unknown, args: A) {
    this.#method = method
    this.#target = target
    this.#args = args
  }

  start(): void {
    if (this.#state !== 'new') return
    this.#state = 'begun'
    try {
      this.#outcome = Reflect.apply(this.#method, this.#target, this.#args)
      this.#state = 'returned'
    } catch (error) {
      this.#outcome = error
      this.#state = 'threw'
    }
  }

  /** Gives back or throws what the work did; runs it first where nobody has. */
  result(): R {
    this.start()
    if (this.#state !== 'returned') throw this.#outcome
    return this.#outcome as R
  }
}
