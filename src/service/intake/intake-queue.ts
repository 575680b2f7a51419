import type { Clock } from '../../clock.ts'
import { createBodyPool } from '../http/body-pool.ts'

/**
 * One body after the other: what takes long is taken in pieces, and what comes meanwhile waits. So does what comes when
 * enough was taken in this turn of the event loop: several connections may have bodies ready in one.
 */
export interface IntakeQueue {
  /** A body is under way: nothing else may touch what it goes into. */
  readonly isBusy: boolean
  /** Bytes that wait. */
  readonly bytes: number
  /**
   * Does the work now where it is short, nothing waits and there is time; else later, with a copy of its bytes. Where
   * `release` is given it is done with the bytes themselves, and `release` is called when they are needed no more.
   */
  add(work: QueuedWork, release?: () => void): void
  /** Does everything that waits now. */
  drain(): void
}

export interface QueuedWork {
  /** It is long enough to be done in pieces. */
  readonly isLong: boolean
  readonly bytes: Uint8Array
  /** Does a piece. True where something is left. */
  run(bytes: Uint8Array): boolean
}

interface Waiting {
  readonly work: QueuedWork
  readonly bytes: Uint8Array
  readonly release: () => void
}

/** So many bytes of unused buffers for copies are kept: one of 16 MB that is made anew stops the service for 5 ms. */
const MOST_IDLE_BYTES = 32 * 1024 * 1024

/** In one turn of the event loop work is begun for so long, and so many pieces of what waits are done at most. */
const TURN_MS = 10
const PIECES_A_TURN = 8

/** `soon` calls back once what else waits in the event loop has had its turn. */
export function createIntakeQueue(soon: (run: () => void) => void, { now }: Clock): IntakeQueue {
  const waiting: Waiting[] = []
  const pool = createBodyPool(MOST_IDLE_BYTES)
  let bytes = 0
  let isBusy = false
  /** What was done in this turn took so long. */
  let spentMs = 0
  let isTurnNoted = false

  /** What is left of the turn is for what waits, before the next one begins. */
  function noteTurn(): void {
    if (isTurnNoted) return
    isTurnNoted = true
    soon(() => {
      isTurnNoted = false
      for (let pieces = 0; pieces < PIECES_A_TURN && waiting.length > 0 && spentMs < TURN_MS; pieces++) {
        const wasBusy = isBusy
        timed(advance)
        // Between two long bodies the judge has its turn: it waits while one is under way.
        if (wasBusy && !isBusy) break
      }
      spentMs = 0
      if (waiting.length > 0) noteTurn()
    })
  }

  function timed(work: () => void): void {
    const startMs = now()
    work()
    spentMs += now() - startMs
  }

  function advance(): void {
    const [first] = waiting
    if (first === undefined) return
    isBusy = first.work.run(first.bytes)
    if (isBusy) return
    waiting.shift()
    bytes -= first.bytes.length
    first.release()
  }

  function copied(work: QueuedWork): Waiting {
    const buffer = pool.take(work.bytes.length)
    buffer.set(work.bytes)
    return { work, bytes: buffer.subarray(0, work.bytes.length), release: () => pool.give(buffer) }
  }

  return {
    get isBusy() {
      return isBusy
    },
    get bytes() {
      return bytes
    },
    add(work, release) {
      if (waiting.length === 0 && !work.isLong && spentMs < TURN_MS) {
        timed(() => work.run(work.bytes))
        release?.()
      } else {
        waiting.push(release === undefined ? copied(work) : { work, bytes: work.bytes, release })
        bytes += work.bytes.length
      }
      noteTurn()
    },
    drain() {
      while (waiting.length > 0) advance()
    },
  }
}
