import type { Context } from '@opentelemetry/api'
import { guarded, swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_FINDING_ID } from '../semconv/attributes/finding.ts'
import { CALLS_SCOPE, FINDINGS_SCOPE } from '../semconv/scopes.ts'
import { claimReport } from './claim-report.ts'
import { OWN_DIALECTS } from './facts/dialects/index.ts'
import { fromSdkSpan, type SdkSpan, scopeOf } from './facts/from-sdk-span.ts'
import { asHeld, readFactsWith } from './facts/read-facts.ts'
import type { SpanFacts } from './facts/span-facts.ts'
import { createReporter, type Reporter } from './findings/reporter.ts'
import { factsOf, sizeOf } from './model/run-facts.ts'
import { createRunStore, type RunStore, type StoredRun } from './model/run-store.ts'
import { createOpenCalls, type OpenCalls } from './open-calls.ts'
import { createOpenSpans, type OpenSpans } from './open-spans.ts'
import {
  type ProcessorSettings,
  readProcessorOptions,
  type ToolspanProcessorOptions,
} from './processor-options.ts'
import { ProcessorTicks } from './processor-ticks.ts'
import { joinCues, mayWait, noteCues } from './run-cues.ts'
import { createRunJudge, type RunJudge } from './run-judge.ts'

/** A full store lets go of what is beyond this part at once: to count each run by itself would cost more than it. */
const LEFT = 0.99

/** So many spans of runs with nothing to judge are packed at a time, once these fall quiet: it takes the host's time. */
const MOST_PACKED = 1000

/** One part in this many of a run is let go of at a time. */
const TRIMMED_PART = 10
/** A run with more than one part in this many of all spans takes much of the room. */
const MUCH = 4

/** Judging may take at most one part in this many of the host's time. */
const HOST_SHARE = 20

/**
 * A span processor that judges the runs of one process while they go on. It reads spans and never holds, changes,
 * delays or drops one. Register it before the exporter's processor, so that a finding of the last moment is still
 * exported. It does not throw: an exception of its own is counted and swallowed.
 */
export class ToolspanProcessor {
  readonly #settings: ProcessorSettings
  readonly #reporter: Reporter
  readonly #judge: RunJudge
  readonly #store: RunStore
  readonly #open: OpenSpans
  readonly #calls: OpenCalls
  /** Runs with something to judge that was not judged yet. */
  readonly #dirty = new Set<StoredRun>()
  readonly #ticks: ProcessorTicks
  #nextCallCheckMs = 0
  #isShutDown = false
  /** Who this processor is to others of the process. */
  readonly #self = {}

  /** @throws ToolspanError `invalid_option` */
  constructor(options: ToolspanProcessorOptions = {}) {
    this.#settings = readProcessorOptions(options)
    this.#ticks = new ProcessorTicks(this.#settings.clock, () => this.#tick())
    this.#reporter = createReporter(this.#settings)
    this.#judge = createRunJudge(this.#reporter, this.#settings.judging)
    this.#open = createOpenSpans(this.#settings.maxSpans)
    this.#store = createRunStore({
      maxSpansPerRun: this.#settings.maxSpansPerRun,
      areBytesCounted: true,
      onJoin: (kept, gone) => this.#joined(kept, gone),
    })
    this.#calls = createOpenCalls(
      this.#settings,
      { open: this.#open, endedIn: (traceId) => this.#factsOf(traceId) },
      (call) => {
        if (claimReport(`${call.facts.traceId}${call.facts.spanId}`, this.#self))
          this.#reporter.callOpen(call)
      },
    )
  }

  /** Notes that the span is under way. */
  onStart(span: SdkSpan, _context?: Context): void {
    try {
      if (this.#isShutDown || scopeOf(span) === FINDINGS_SCOPE) return
      this.#open.started(span)
      this.#ticks.forCalls(this.#calls.checkEveryMs)
    } catch (error) {
      swallow('processor', error)
    }
  }

  /** Takes the facts of an ended span. */
  onEnd(span: SdkSpan): void {
    try {
      if (this.#isShutDown) return
      if (scopeOf(span) === FINDINGS_SCOPE) this.#noteReported(span)
      else this.#take(span)
    } catch (error) {
      swallow('processor', error)
    }
  }

  /** Reports what is due now: everything that holds by what is known. */
  async forceFlush(): Promise<void> {
    guarded('processor', () => this.#judgeDirty(true))
    guarded('processor', () => this.#calls.check(this.#settings.clock.now()))
  }

  /** Reports everything and forgets it. May be called twice. */
  async shutdown(): Promise<void> {
    guarded('processor', () => {
      if (this.#isShutDown) return
      guarded('processor', () => this.#calls.check(this.#settings.clock.now()))
      for (const run of [...this.#store.runs()]) this.#finish(run)
      this.#isShutDown = true
      this.#ticks.end()
    })
  }

  #take(span: SdkSpan): void {
    this.#open.ended()
    const { clock, maxSpans, maxBytes } = this.#settings
    const traceId = asHeld(span.spanContext().traceId)
    const known = this.#store.runOf(traceId)
    if (known !== undefined && sizeOf(known) >= this.#settings.maxSpansPerRun && !this.#makeRoom(known)) {
      known.isTruncated = true
      this.#reporter.dropped('run_full')
      return
    }
    const dialects = scopeOf(span) === CALLS_SCOPE ? OWN_DIALECTS : undefined
    const facts = readFactsWith(this.#settings.judging.tools, fromSdkSpan(span), dialects)
    let stored = this.#store.add(facts, clock.now())
    const full = stored === 'run_full' ? this.#store.runOf(traceId) : undefined
    // A new trace may turn out to belong to a run that is full already.
    if (full !== undefined && this.#makeRoom(full)) stored = this.#store.add(facts, clock.now())
    if (stored !== 'stored') {
      this.#reporter.dropped(stored)
      return
    }
    const run = this.#store.runOf(traceId)
    if (run === undefined) return
    if (noteCues(run, facts, this.#settings.judging.cues)) {
      this.#store.unpack(run)
      this.#dirty.add(run)
    }
    if (this.#store.spanCount() > maxSpans)
      this.#evictOldest(() => this.#store.spanCount() <= maxSpans * LEFT)
    if (this.#store.byteCount() > maxBytes)
      this.#evictOldest(() => this.#store.byteCount() <= maxBytes * LEFT)
    this.#ticks.forRuns(this.#settings.judgeAfterMs)
  }

  /**
   * Judges a run and lets go of what is over for the longest time. What was quiet by then is not missed: it was
   * judged with all that came near it. False when nothing of it is over.
   */
  #makeRoom(run: StoredRun): boolean {
    const { clock, quietMs } = this.#settings
    const nowMs = clock.now()
    const open = this.#openOf(run)
    this.#store.unpack(run)
    this.#dirty.delete(run)
    if (run.isCued) this.#judge.judge(run, open, nowMs)
    const leave = this.#judge.over(run, open, Math.ceil(sizeOf(run) / TRIMMED_PART))
    run.isTruncated ||= leave.isForced
    for (const { endMs = nowMs } of leave.going) run.isTruncated ||= nowMs - endMs < quietMs
    this.#store.trim(run, leave, (traceId) => this.#open.has(traceId))
    if (leave.going.size > 0) this.#reporter.dropped('run_full', leave.going.size)
    return leave.going.size > 0
  }

  #noteReported(span: SdkSpan): void {
    const id = span.attributes[ATTR_TOOLSPAN_FINDING_ID]
    if (typeof id === 'string') this.#judge.alreadyReported(id)
  }

  #joined(kept: StoredRun, gone: StoredRun): void {
    this.#judge.joined(kept, gone)
    if (this.#dirty.delete(gone)) this.#dirty.add(kept)
    joinCues(kept, gone, this.#settings.judging.cues)
  }

  #tick(): void {
    const { clock, judgeAfterMs, quietMs } = this.#settings
    const startedMs = performance.now()
    this.#judgeDirty(false)
    const nowMs = clock.now()
    this.#checkCalls(nowMs)
    let packed = 0
    for (const run of [...this.#store.runs()]) {
      if (this.#isOver(run, nowMs)) this.#finish(run)
      else if (run.isCued) this.#judge.settle(run, nowMs, quietMs)
      else if (packed < MOST_PACKED && nowMs - run.lastMs >= judgeAfterMs) {
        packed += run.facts.size
        this.#store.pack(run)
      }
    }
    if (this.#store.runCount() === 0) {
      if (this.#open.count > 0) this.#ticks.forCalls(this.#calls.checkEveryMs)
      return
    }
    const tookMs = performance.now() - startedMs
    const idleMs = this.#dirty.size > 0 ? judgeAfterMs : Math.max(judgeAfterMs, quietMs / 10)
    this.#ticks.forRuns(Math.max(idleMs, tookMs * HOST_SHARE))
  }

  #checkCalls(nowMs: number): void {
    if (nowMs < this.#nextCallCheckMs) return
    this.#nextCallCheckMs = nowMs + this.#calls.checkEveryMs
    guarded('processor', () => this.#calls.check(nowMs))
  }

  #judgeDirty(isEager: boolean): void {
    const dirty = [...this.#dirty]
    this.#dirty.clear()
    const nowMs = this.#settings.clock.now()
    for (const run of dirty) {
      if (!isEager && mayWait(run, nowMs)) this.#dirty.add(run)
      else this.#judgeNow(run, nowMs)
    }
  }

  #judgeNow(run: StoredRun, nowMs: number): void {
    run.hasNewCue = false
    run.judgedMs = nowMs
    this.#judge.judgeGrown(run, this.#openOf(run), nowMs)
  }

  /** A run is over when all its spans have ended and it fell quiet, or when it gave no sign of life for long. */
  #isOver(run: StoredRun, nowMs: number): boolean {
    const quietForMs = nowMs - run.lastMs
    if (quietForMs < this.#settings.quietMs) return false
    return quietForMs >= this.#settings.maxIdleMs || !run.traceIds.some((traceId) => this.#open.has(traceId))
  }

  #finish(run: StoredRun): void {
    if (run.isCued) {
      this.#store.unpack(run)
      this.#judge.finish(run, this.#openOf(run), this.#settings.clock.now())
      this.#dirty.delete(run)
    }
    this.#store.remove(run)
  }

  /** Judges the oldest runs for the last time and lets them go, until there is room. */
  #evictOldest(hasRoom: () => boolean): void {
    let spans = 0
    while (!hasRoom()) {
      const run = this.#store.oldest()
      if (run === undefined) break
      // Of one run that takes most of the room what is over goes first: what is still to come of it needs the rest.
      if (MUCH * sizeOf(run) > this.#store.spanCount() && this.#makeRoom(run)) continue
      spans += sizeOf(run)
      run.isTruncated = true
      this.#finish(run)
    }
    if (spans > 0) this.#reporter.dropped('store_full', spans)
  }

  #factsOf(traceId: string): Iterable<SpanFacts> {
    const run = this.#store.runOf(traceId)
    return run === undefined ? [] : factsOf(run)
  }

  #openOf(run: StoredRun) {
    return run.traceIds.flatMap((traceId) => this.#open.factsOf(traceId))
  }
}
