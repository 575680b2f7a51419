import type { HeldRun } from './held-run.ts'

/** Where a run stands in a queue. */
export interface RunPlace {
  /** Undefined where it stands in none. */
  queue: RunQueue | undefined
  before: HeldRun | undefined
  after: HeldRun | undefined
  /** When it was put there, where that is noted. */
  sinceMs: number
}

export function createRunPlace(): RunPlace {
  return { queue: undefined, before: undefined, after: undefined, sinceMs: 0 }
}

/** Which of its places a run has in a queue. */
export type PlaceKind = 'idle' | 'grown'

/**
 * Runs in the order in which they were put there. A run knows where it stands: a `Map` or `Set` keeps an order as well,
 * but is copied whenever enough has come and gone, and whoever asks it for its first member passes all those that were
 * there before.
 */
export class RunQueue {
  first: HeldRun | undefined
  last: HeldRun | undefined
  size = 0
  readonly #kind: PlaceKind

  constructor(kind: PlaceKind) {
    this.#kind = kind
  }

  /** Puts a run at the end that is in no queue of this kind. */
  append(run: HeldRun, sinceMs = 0): void {
    const place = run[this.#kind]
    place.queue = this
    place.before = this.last
    place.sinceMs = sinceMs
    if (this.last === undefined) this.first = run
    else this.last[this.#kind].after = run
    this.last = run
    this.size++
  }

  /** False where it is not in this queue. */
  remove(run: HeldRun): boolean {
    const place = run[this.#kind]
    if (place.queue !== this) return false
    const { before, after } = place
    if (before === undefined) this.first = after
    else before[this.#kind].after = after
    if (after === undefined) this.last = before
    else after[this.#kind].before = before
    place.queue = undefined
    place.before = undefined
    place.after = undefined
    this.size--
    return true
  }
}
