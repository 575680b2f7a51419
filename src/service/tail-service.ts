import type { Clock } from '../clock.ts'
import {
  ATTR_TOOLSPAN_TAIL_REASON,
  ATTR_TOOLSPAN_TAIL_SIGNAL,
  ATTR_TOOLSPAN_TAIL_STATUS,
} from '../semconv/attributes/tail.ts'
import { METRIC_TAIL_REQUESTS, METRIC_TAIL_RUNS_RELEASED } from '../semconv/tail-metrics.ts'
import type { Judging } from '../tail/judging.ts'
import { compactPack, restorePack } from './held/pack-moves.ts'
import type { Answer, OtlpTarget } from './http/otlp-target.ts'
import { createIntakeQueue, type QueuedWork } from './intake/intake-queue.ts'
import { createLogIntake } from './intake/log-intake.ts'
import { createSpanCounts, emptyTally } from './intake/span-counts.ts'
import { type BodyFormat, createSpanIntake, type Intake, type IntakeInPieces } from './intake/span-intake.ts'
import { createBatches } from './journal/batches.ts'
import type { Journal } from './journal/journal.ts'
import { createTailJudge, type TailLimits } from './judge/tail-judge.ts'
import { gaugeLevels, observeOwnErrors } from './metrics/levels.ts'
import type { Count, MetricRegistry } from './metrics/metric-registry.ts'
import type { Outbox } from './out/outbox.ts'
import { createTailReporter } from './out/tail-reporter.ts'

export interface TailServiceOptions {
  readonly judging: Judging
  readonly limits: TailLimits
  /** `service.instance.id` of what the service sends. */
  readonly instanceId: string
  readonly clock: Clock
  readonly journal: Journal
  readonly outbox: Outbox
  readonly outboxCapacity: number
  readonly metrics: MetricRegistry
  /** Calls `run` at the end of this turn of the event loop. */
  readonly atEndOfTurn: (run: () => void) => void
  /** Told that there is something to send. */
  readonly onReport: () => void
  /** Told of what went wrong within. */
  readonly onFault: (error: unknown) => void
}

/** Takes spans in, judges what they add up to, and puts findings into the outbox. It knows no network. */
export interface TailService extends OtlpTarget {
  /** Takes up what an earlier life wrote down. Returns how many spans there was no room for. */
  restore(): number
  /**
   * Judges for a while; to be called regularly. True where something is left to do now.
   * @param isLate whether the rest has to wait for the next call
   */
  tick(isLate: () => boolean): boolean
  /** From now on nothing is taken. */
  stop(): void
  /** Judges everything for the last time, runs that go on included. */
  finish(): void
}

/** Senders are told to wait when there is this much more than the limit. */
const OVERFULL = 1.2
/** How long senders are told to wait, in seconds. */
const WAIT_S = 5
export function createTailService(options: TailServiceOptions): TailService {
  const { judging, limits, clock, journal, outbox, metrics } = options
  let isStopped = false
  const releasedBy = new Map<string, Count>()

  /** Thousands of runs are let go of a second: their count is looked up once. */
  function releasedFor(reason: string): Count {
    const known =
      releasedBy.get(reason) ??
      metrics.count(METRIC_TAIL_RUNS_RELEASED, { [ATTR_TOOLSPAN_TAIL_REASON]: reason })
    releasedBy.set(reason, known)
    return known
  }

  const reporter = createTailReporter(metrics, clock, (report) => outbox.add(report))
  const judge = createTailJudge({
    judging,
    reporter,
    clock,
    limits,
    onRelease(run, reason) {
      batches.releasing(run)
      releasedFor(reason).add(1)
    },
  })
  const { held } = judge
  const { atEndOfTurn, onFault } = options
  const batches = createBatches({ held, journal, counts: createSpanCounts(metrics), atEndOfTurn, onFault })
  const queue = createIntakeQueue(atEndOfTurn, clock)
  const spans = createSpanIntake(held, judging.tools, judge.alreadyReported)
  const logs = createLogIntake({
    held,
    tools: judging.tools,
    instanceId: options.instanceId,
    onReported: judge.alreadyReported,
  })
  observeOwnErrors(metrics)
  gaugeLevels(metrics, { judge, limits, journal, outbox, outboxCapacity: options.outboxCapacity })

  function settleSpans(intake: Intake, answer: (answer: Answer) => void): void {
    if (intake.kind === 'bad') {
      answer({ status: 400, message: intake.problem })
      return
    }
    batches.after(intake.tally, (isSafe) => {
      if (!isSafe) answer(NOT_WRITTEN)
      else if (intake.kind === 'full') answer(FULL)
      else answer({ rejected: intake.tally.unreadable, message: intake.problem })
    })
  }

  /** Short bodies are taken at once, long ones in pieces. */
  function spansWork(body: Uint8Array, format: BodyFormat, answer: (answer: Answer) => void): QueuedWork {
    const isLong = body.length > LONG_BYTES
    let underWay: IntakeInPieces | undefined
    return {
      isLong,
      bytes: body,
      run: (bytes) =>
        guarded(answer, () => {
          // What came before is sealed first: a request is kept as a whole or not at all.
          if (isLong && underWay === undefined) batches.commit()
          underWay ??= spans.begin(bytes, format, judge.awakeMs())
          const intake = underWay.advance(isLong ? SPANS_A_PIECE : Number.POSITIVE_INFINITY)
          if (intake !== undefined) settleSpans(intake, answer)
          return intake === undefined
        }),
    }
  }

  function logsWork(body: Uint8Array, format: BodyFormat, answer: (answer: Answer) => void): QueuedWork {
    return {
      isLong: false,
      bytes: body,
      run: (bytes) =>
        guarded(answer, () => {
          takeLogs(bytes, format, answer)
          return false
        }),
    }
  }

  /** A fault of ours: the sender must not come again with the same body for ever, nor end the service with it. */
  function guarded(answer: (answer: Answer) => void, run: () => boolean): boolean {
    try {
      return run()
    } catch (error) {
      held.forget()
      onFault(error)
      answer(BROKEN)
      return false
    }
  }

  function takeLogs(bytes: Uint8Array, format: BodyFormat, answer: (answer: Answer) => void): void {
    const intake = logs.take(bytes, format, judge.awakeMs())
    if (intake.kind !== 'taken') {
      answer(intake.kind === 'full' ? FULL : { status: 400, message: intake.problem })
      return
    }
    batches.after(emptyTally(), (isSafe) =>
      answer(
        isSafe ? { rejected: intake.problem === undefined ? 0 : 1, message: intake.problem } : NOT_WRITTEN,
      ),
    )
  }

  /** Reports are safe before the facts that they rest on are let go of. */
  function settle(): void {
    outbox.commit()
    if (outbox.size > 0) options.onReport()
    batches.commit()
  }

  return {
    refusal() {
      if (isStopped) return { status: 503, message: 'the service is ending', retryAfterS: 1 }
      const isOverfull =
        held.spanCount > OVERFULL * limits.maxSpans || held.packs.bytes > OVERFULL * limits.maxBytes
      return isOverfull || queue.bytes > MOST_WAITING_BYTES ? FULL : undefined
    },
    take(signal, bytes, format, answer, release) {
      const work = signal === 'traces' ? spansWork(bytes, format, answer) : logsWork(bytes, format, answer)
      try {
        queue.add(work, release)
      } catch (error) {
        // There was no memory for a copy: what is under way is not concerned.
        onFault(error)
        answer(FULL)
      }
    },
    answered(signal, status) {
      metrics
        .count(METRIC_TAIL_REQUESTS, {
          [ATTR_TOOLSPAN_TAIL_SIGNAL]: signal ?? '_OTHER',
          [ATTR_TOOLSPAN_TAIL_STATUS]: status,
        })
        .add(1)
    },
    restore() {
      const { packs, released } = journal.read()
      let refused = 0
      for (const sealed of packs) {
        const isLeftOut = (traceId: string) => (released.get(traceId) ?? 0) >= sealed.serial
        refused += restorePack(held, sealed, isLeftOut, judge.awakeMs())
      }
      for (const id of outbox.closedIds()) judge.alreadyReported(id)
      return refused
    },
    tick(isLate) {
      // What is being taken cannot be sealed.
      if (queue.isBusy) return true
      batches.commit()
      const isMore = judge.work(isLate)
      // One a tick in any case: what is sparse takes more room than what it holds.
      for (let count = 0; count === 0 || !isLate(); count++) {
        const sparse = held.packs.takeSparse()
        if (sparse === undefined) break
        compactPack(held, sparse)
      }
      settle()
      if (!isMore && !isLate()) journal.shrink()
      return isMore
    },
    stop() {
      isStopped = true
      queue.drain()
    },
    finish() {
      queue.drain()
      batches.commit()
      judge.finish()
      settle()
    },
  }
}

/** A body of more bytes is taken in pieces of so many spans: the service answers others in between. */
const LONG_BYTES = 1024 * 1024
const SPANS_A_PIECE = 250
/** Senders are told to wait while so much waits to be taken. */
const MOST_WAITING_BYTES = 128 * 1024 * 1024
const FULL = { status: 429, message: 'there is no room for more spans at the moment', retryAfterS: WAIT_S }
const BROKEN = { status: 400, message: 'the body could not be read' }
const NOT_WRITTEN = { status: 503, message: 'the journal could not be written', retryAfterS: WAIT_S }
