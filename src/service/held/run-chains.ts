import type { Cues } from '../../tail/cues.ts'
import type { SpanFacts } from '../../tail/facts/span-facts.ts'
import { jointsOf, linkedTracesOf } from '../../tail/model/run.ts'
import { type HeldRun, type HeldTrace, NO_SPAN, resetHeldRun, tracesOf } from './held-run.ts'
import type { HeldTraces } from './held-traces.ts'
import type { SpanColumns } from './span-columns.ts'

export interface RunEvents {
  /** The run has got more spans. */
  heard(run: HeldRun): void
  /** Before two runs become one: `gone` lives on in `kept`. */
  joining(kept: HeldRun, gone: HeldRun): void
}

/** What a span says about its trace. */
export interface Ties {
  readonly roots: HeldTrace[]
  /** Traces with a name that ties them to others, or with the id of one that they go on with. */
  readonly names: [trace: HeldTrace, name: string, isTraceId: boolean][]
}

export function noteTies({ roots, names }: Ties, facts: SpanFacts, trace: HeldTrace): void {
  if (facts.parentSpanId === undefined && facts.endMs !== undefined) roots.push(trace)
  for (const name of jointsOf(facts)) names.push([trace, name, false])
  for (const traceId of linkedTracesOf(facts)) names.push([trace, traceId, true])
}

/** The spans of runs as chains, and runs that turn out to be one. */
export class RunChains {
  readonly #spans: SpanColumns
  readonly #traces: HeldTraces
  readonly #cues: Cues
  readonly #events: RunEvents
  #request = 1

  constructor(spans: SpanColumns, traces: HeldTraces, cues: Cues, events: RunEvents) {
    this.#spans = spans
    this.#traces = traces
    this.#cues = cues
    this.#events = events
  }

  *spansOf(run: HeldRun): Generator<number, void, undefined> {
    for (let span = run.first; span !== NO_SPAN; ) {
      const next = this.#spans.after(span)
      yield span
      span = next
    }
  }

  /** Puts a span at the end of its run. */
  link(span: number, heardMs: number, mark: number): void {
    const trace = this.#traces.at(this.#spans.traceOf(span))
    if (trace === undefined) return
    const { run } = trace
    if (run.last === NO_SPAN) run.first = span
    else this.#spans.setAfter(run.last, span)
    run.last = span
    run.spanCount++
    run.lastMs = Math.max(run.lastMs, heardMs)
    run.marks |= mark
    const wasCued = run.isCued
    if (!wasCued && mark !== 0) {
      run.cues ??= this.#cues.none()
      run.isCued = this.#cues.isReached(mark, run.cues)
    }
    const waiting = run.spanCount === 1 ? this.#traces.expectedBy(trace) : undefined
    if (waiting !== undefined) this.#join(waiting, run)
    this.#heard(trace.run, run.isCued && !wasCued)
  }

  /** From now on spans are those of another request. */
  nextRequest(): void {
    this.#request++
  }

  /** Once a request is enough, but for the span that makes a run worth judging. */
  #heard(run: HeldRun, isCuedNow: boolean): void {
    if (run.lastRequest === this.#request && !isCuedNow) return
    run.lastRequest = this.#request
    this.#events.heard(run)
  }

  /** Takes spans out of a run. */
  unlink(run: HeldRun, gone: ReadonlySet<number>): void {
    let before = NO_SPAN
    // All of them, before the chain is changed.
    const spans = [...this.spansOf(run)]
    run.first = NO_SPAN
    for (const span of spans) {
      if (gone.has(span)) {
        run.spanCount--
        continue
      }
      if (before === NO_SPAN) run.first = span
      else this.#spans.setAfter(before, span)
      before = span
    }
    if (before !== NO_SPAN) this.#spans.setAfter(before, NO_SPAN)
    run.last = before
  }

  /** Applies what spans said about their traces, and forgets it. */
  tie({ roots, names }: Ties): void {
    for (const trace of roots) {
      trace.hasRoot = true
      this.#events.heard(trace.run)
    }
    for (const [trace, name, isTraceId] of names)
      this.#join(trace.run, this.#otherRun(trace, name, isTraceId))
    roots.length = 0
    names.length = 0
  }

  #otherRun({ run }: HeldTrace, name: string, isTraceId: boolean): HeldRun {
    if (!isTraceId) return this.#traces.tie(name, run)
    return this.#traces.findById(name)?.run ?? this.#traces.expect(name, run)
  }

  #join(a: HeldRun, b: HeldRun): void {
    if (a === b) return
    const [kept, gone] = a.spanCount >= b.spanCount ? [a, b] : [b, a]
    this.#events.joining(kept, gone)
    if (gone.first !== NO_SPAN) {
      if (kept.last === NO_SPAN) kept.first = gone.first
      else this.#spans.setAfter(kept.last, gone.first)
      kept.last = gone.last
    }
    for (const trace of tracesOf(gone)) trace.run = kept
    if (kept.lastTrace === undefined) kept.firstTrace = gone.firstTrace
    else kept.lastTrace.after = gone.firstTrace
    kept.lastTrace = gone.lastTrace ?? kept.lastTrace
    kept.spanCount += gone.spanCount
    kept.lastMs = Math.max(kept.lastMs, gone.lastMs)
    kept.isTruncated ||= gone.isTruncated
    kept.marks |= gone.marks
    this.#addCues(kept, gone)
    kept.past = [...kept.past, ...gone.past]
    this.#traces.retie(gone, kept)
    resetHeldRun(gone, undefined, false)
    this.#events.heard(kept)
  }

  /** Cues that neither run had enough of may be enough together, so what was joined is worth a look. */
  #addCues(kept: HeldRun, { isCued, cues }: HeldRun): void {
    kept.isCued ||= isCued
    if (cues === undefined) return
    kept.cues ??= this.#cues.none()
    this.#cues.add(kept.cues, cues)
    kept.isCued ||= kept.cues.some((count) => count > 0)
  }
}
