/** One body after the other: what takes long is taken in pieces, and what comes meanwhile waits. */
export interface IntakeQueue {
  /** A body is under way: nothing else may touch what it goes into. */
  readonly isBusy: boolean
  /** Bytes that wait. */
  readonly bytes: number
  /** Does the work now where it is short and nothing waits; else later, with a copy of its bytes. */
  add(work: QueuedWork): void
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

/** `soon` calls back once what else waits in the event loop has had its turn. */
export function createIntakeQueue(soon: (run: () => void) => void): IntakeQueue {
  const waiting: { readonly work: QueuedWork; readonly bytes: Uint8Array }[] = []
  let bytes = 0
  let isBusy = false

  function later(): void {
    soon(() => {
      advance()
      if (waiting.length > 0) later()
    })
  }

  function advance(): void {
    const [first] = waiting
    if (first === undefined) return
    isBusy = first.work.run(first.bytes)
    if (isBusy) return
    waiting.shift()
    bytes -= first.bytes.length
  }

  return {
    get isBusy() {
      return isBusy
    },
    get bytes() {
      return bytes
    },
    add(work) {
      if (waiting.length === 0 && !work.isLong) {
        work.run(work.bytes)
        return
      }
      waiting.push({ work, bytes: new Uint8Array(work.bytes) })
      bytes += work.bytes.length
      if (waiting.length === 1) later()
    },
    drain() {
      while (waiting.length > 0) advance()
    },
  }
}
