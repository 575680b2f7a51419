import type { Clock } from '../clock.ts'
import { guarded } from '../self/swallow.ts'

/**
 * When a processor looks after its runs and open calls: one timer at a time. One that is set for open calls only, which
 * may wait long, gives way to a sooner one.
 */
export class ProcessorTicks {
  readonly #clock: Clock
  readonly #tick: () => void
  #cancel: (() => void) | undefined
  #isForCalls = false
  #isEnded = false

  constructor(clock: Clock, tick: () => void) {
    this.#clock = clock
    this.#tick = tick
  }

  /** A tick for runs, after so long at most. */
  forRuns(afterMs: number): void {
    if (this.#cancel !== undefined && !this.#isForCalls) return
    this.#cancel?.()
    this.#set(afterMs, false)
  }

  /** A tick for open calls, unless any is set. */
  forCalls(afterMs: number): void {
    if (this.#cancel === undefined) this.#set(afterMs, true)
  }

  end(): void {
    this.#isEnded = true
    this.#cancel?.()
  }

  #set(afterMs: number, isForCalls: boolean): void {
    if (this.#isEnded) return
    this.#isForCalls = isForCalls
    this.#cancel = this.#clock.after(afterMs, () => {
      this.#cancel = undefined
      guarded('processor', this.#tick)
    })
  }
}
