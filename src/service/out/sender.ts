import type { Clock } from '../../clock.ts'
import type { Outbox } from './outbox.ts'
import type { HeldReport } from './report.ts'

/** What became of reports that were sent. */
export type Sending =
  | 'taken'
  /** They cannot be taken now; they may be later. */
  | 'not_now'
  /** Something in them will never be taken. */
  | 'rejected'

export interface SenderOptions {
  readonly outbox: Outbox
  readonly clock: Clock
  readonly random: () => number
  send(reports: readonly HeldReport[]): Promise<Sending>
  /** Before this time nothing is to be sent, milliseconds since the Unix epoch. */
  notBeforeMs(): number
  sent(count: number): void
  rejected(): void
}

/** Sends what is in the outbox, in order, each report at least once. */
export interface Sender {
  /** There is something in the outbox. */
  wake(): void
  /** Tries to send everything now. Resolves when the outbox is empty, or something could not be sent. */
  flush(): Promise<void>
  close(): void
}

const MAX_BATCH = 256
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** Waits vary by this part, so that replicas do not all come at once. */
const JITTER = 0.2

export function createSender(options: SenderOptions): Sender {
  const { outbox, clock, random } = options
  let underWay: Promise<void> | undefined
  let cancelWait: (() => void) | undefined
  let waitMs = FIRST_WAIT_MS
  /** Smaller after a rejection, to find the one that is not taken. */
  let batch = MAX_BATCH
  let isClosed = false

  /** Whether it makes sense to go on at once. */
  async function sendOldest(): Promise<boolean> {
    const reports = outbox.oldest(batch)
    if (reports.length === 0) return false
    const sending = await options.send(reports)
    if (sending === 'not_now') return false
    if (sending === 'rejected' && reports.length > 1) {
      batch = Math.ceil(reports.length / 2)
      return true
    }
    outbox.remove(reports.map(({ seq }) => seq))
    waitMs = FIRST_WAIT_MS
    if (sending === 'taken') {
      batch = Math.min(MAX_BATCH, 2 * batch)
      options.sent(reports.length)
    } else options.rejected()
    return true
  }

  async function sendAll(): Promise<void> {
    while (!isClosed && clock.now() >= options.notBeforeMs() && (await sendOldest()));
  }

  function wait(): void {
    const jitter = 1 + JITTER * (2 * random() - 1)
    const untilMs = Math.max(options.notBeforeMs() - clock.now(), waitMs * jitter)
    waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)
    cancelWait = clock.after(untilMs, () => {
      cancelWait = undefined
      void start()
    })
  }

  function start(): Promise<void> {
    underWay ??= sendAll().finally(() => {
      underWay = undefined
      if (!isClosed && outbox.size > 0) wait()
    })
    return underWay
  }

  return {
    wake() {
      if (!isClosed && cancelWait === undefined) void start()
    },
    async flush() {
      cancelWait?.()
      cancelWait = undefined
      await start()
    },
    close() {
      isClosed = true
      cancelWait?.()
    },
  }
}
