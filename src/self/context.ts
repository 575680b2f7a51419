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
  // To make what is active already active again would cost as much as the first time.
  if (activeContext() === context) return work()
  const run = new OneRun(work)
  try {
    api.context.with(context, OneRun.start, undefined, run)
  } catch (error) {
    swallow('instrument', error)
  }
  return run.result()
}

/** A piece of work that runs at most once, and how it ended. */
class OneRun<R> {
  static start(run: OneRun<unknown>): void {
    run.start()
  }

  #work: (() => R) | undefined
  #end: { readonly value: R } | undefined
  #error: unknown

  constructor(work: () => R) {
    this.#work = work
  }

  start(): void {
    const work = this.#work
    if (work === undefined) return
    this.#work = undefined
    try {
      this.#end = { value: work() }
    } catch (error) {
      this.#error = error
    }
  }

  /** Gives back or throws what the work did; runs it first where nobody has. */
  result(): R {
    this.start()
    if (this.#end === undefined) throw this.#error
    return this.#end.value
  }
}
