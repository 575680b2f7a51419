import type { Cues } from '../../tail/cues.ts'
import { ID } from '../../tail/facts/packed/id-words.ts'
import type { RepeatedFacts } from '../../tail/facts/packed/repeated-facts.ts'
import type { SpanFacts } from '../../tail/facts/span-facts.ts'
import type { RunOutline } from '../../tail/outline/run-outline.ts'
import { HeldPacks, type SealedPack } from './held-packs.ts'
import { type HeldRun, NO_SPAN, resetHeldRun, tracesOf } from './held-run.ts'
import { HeldTraces } from './held-traces.ts'
import { NumberList } from './number-list.ts'
import { ReleasedSpans } from './released-spans.ts'
import { markOfRepeated } from './repeated-marks.ts'
import { noteTies, RunChains, type RunEvents, type Ties } from './run-chains.ts'
import { SpanColumns } from './span-columns.ts'

/** What became of a span that was offered. */
export type Taking = 'recorded' | 'duplicate' | 'store_full'

export interface HeldFactsOptions {
  /** Room for so many spans is set aside. */
  readonly spanCapacity: number
  readonly cues: Cues
  readonly events: RunEvents
}

/** Traces are said to have at least so many spans, when room is set aside. */
const SPANS_A_TRACE = 4

/** The serial number of no pack. */
const NO_PACK = 0

/** A span that was known to be open and has ended now. */
interface Replaced {
  readonly span: number
  readonly pack: number
  readonly place: number
}

/**
 * The facts of all spans that are held: in packs, with an index that knows duplicates, tied to runs. Spans are staged
 * first: those of one request are kept together or not at all, and so are those of one batch, which is what is kept
 * between two calls of `seal`.
 */
export class HeldFacts {
  readonly packs = new HeldPacks()
  readonly traces: HeldTraces
  readonly spans: SpanColumns
  readonly chains: RunChains
  readonly #cues: Cues
  readonly #events: RunEvents
  readonly #released = new ReleasedSpans()
  readonly #ids = new Uint32Array(ID.words)
  readonly #label = { note: 0, mark: 0 }
  readonly #ties: Ties = { roots: [], names: [] }
  readonly #staged = new NumberList()
  readonly #marks = new NumberList()
  /** How many of what was staged are kept. */
  #kept = 0
  readonly #replaced: Replaced[] = []
  #stagedFrom = this.packs.end
  readonly #batch = new NumberList()
  #batchReplaced: Replaced[] = []

  constructor({ spanCapacity, cues, events }: HeldFactsOptions) {
    this.#cues = cues
    this.#events = events
    this.traces = new HeldTraces(Math.ceil(spanCapacity / SPANS_A_TRACE))
    this.spans = new SpanColumns(spanCapacity)
    this.chains = new RunChains(this.spans, this.traces, cues, events)
  }

  get spanCount(): number {
    return this.spans.size
  }

  /** Offers a span, whose ids are taken from `ids`. What was recorded counts once `keep` is called. */
  stage(facts: SpanFacts, ids: Uint32Array, nowMs: number, repeated?: RepeatedFacts): Taking {
    const held = this.traces.find(ids)
    if (held === undefined && this.#released.has(ids)) return 'duplicate'
    const trace = held ?? this.traces.add(ids)
    if (trace === undefined) return 'store_full'
    const known = this.spans.find(trace.number, ids)
    if (known >= 0 && (!this.spans.isOpen(known) || facts.endMs === undefined)) return 'duplicate'
    const span = known >= 0 ? known : this.spans.add()
    if (span < 0) {
      if (held === undefined) this.traces.remove(trace)
      return 'store_full'
    }
    const mark = repeated === undefined ? this.#cues.markOf(facts) : markOfRepeated(this.#cues, repeated)
    if (known >= 0) {
      this.#replaced.push({ span, pack: this.spans.packOf(span), place: this.spans.placeOf(span) })
      trace.run.marks |= mark
    } else {
      this.#staged.add(span)
      this.#marks.add(mark)
    }
    this.#label.note = nowMs
    this.#label.mark = mark
    this.spans.put(span, this.packs.serial, this.packs.end, facts.endMs === undefined)
    this.packs.add(facts, ids, this.#label, repeated)
    noteTies(this.#ties, facts, trace)
    return 'recorded'
  }

  /**
   * What was staged stays: so many spans of it, all by default. True where something is left; nothing else may be done
   * with what is held before it is kept as well.
   */
  keep(nowMs: number, most = Number.POSITIVE_INFINITY): boolean {
    const { length } = this.#staged
    const from = this.#kept
    const end = Math.min(length, from + most)
    const count = end - from + (end === length ? this.#replaced.length : 0)
    if (count > 0) this.packs.wanted(this.packs.serial, count)
    for (let index = from; index < end; index++) {
      const span = this.#staged.at(index)
      this.chains.link(span, nowMs, this.#marks.at(index))
      this.#batch.add(span)
      this.#kept++
    }
    if (end < length) return true
    for (const replaced of this.#replaced) {
      this.#batchReplaced.push(replaced)
      const run = this.#runOf(replaced.span)
      if (run !== undefined) this.#events.heard(run)
    }
    this.chains.tie(this.#ties)
    this.chains.nextRequest()
    this.#unstage()
    return false
  }

  /** What was staged and not kept yet is forgotten. */
  forget(): void {
    for (const span of this.#staged.from(this.#kept)) this.#drop(span)
    for (const { span, pack, place } of this.#replaced) this.spans.put(span, pack, place, true)
    if (this.#kept === 0) this.packs.forget(this.#stagedFrom)
    this.#unstage()
  }

  /** Ends the pack of everything that was kept since the last time. */
  seal(): SealedPack | undefined {
    const sealed = this.packs.seal()
    this.#stagedFrom = this.packs.end
    return sealed
  }

  /** What was sealed last is safe. */
  settle(): void {
    for (const { pack } of this.#batchReplaced) this.packs.unwanted(pack)
    this.#batch.clear()
    this.#batchReplaced = []
  }

  /** What was sealed last could not be written down: it is forgotten, and comes again. Returns how many spans. */
  undo(): number {
    const spans = this.#batch.from(0)
    const batch = new Set(spans)
    const replaced = this.#batchReplaced
    for (const run of new Set(spans.map((span) => this.#runOf(span))))
      if (run !== undefined) this.chains.unlink(run, batch)
    // A run of which nothing is left goes when it falls quiet, like any other: whoever judges knows it by now.
    for (const span of batch) {
      this.packs.unwanted(this.spans.packOf(span))
      this.spans.remove(span)
    }
    for (const { span, pack, place } of replaced) {
      this.packs.unwanted(this.spans.packOf(span))
      this.spans.put(span, pack, place, true)
    }
    this.#batch.clear()
    this.#batchReplaced = []
    return batch.size + replaced.length
  }

  /** The facts of a run, in the order in which they came. They have to be sealed. */
  factsOf(run: HeldRun): SpanFacts[] {
    const facts: SpanFacts[] = []
    for (const span of this.chains.spansOf(run)) facts.push(...this.#read(span))
    return facts
  }

  /** The same for the spans that follow `after`, which is one of the run. */
  factsAfter(after: number): SpanFacts[] {
    const facts: SpanFacts[] = []
    for (let span = this.spans.after(after); span !== NO_SPAN; span = this.spans.after(span))
      facts.push(...this.#read(span))
    return facts
  }

  /** Tells roughly what a run consists of. Its facts have to be sealed. */
  outline(run: HeldRun, outline: RunOutline): void {
    outline.begin()
    for (let span = run.first; span !== NO_SPAN; span = this.spans.after(span)) {
      const reader = this.packs.reader(this.spans.packOf(span))
      if (reader !== undefined) outline.add(reader, this.spans.placeOf(span))
    }
  }

  /** Lets go of a run with all its spans. */
  release(run: HeldRun): void {
    const { spans, packs } = this
    // Spans of one request are in one pack, and mostly of one trace.
    let pack = NO_PACK
    let inPack = 0
    let ofTrace = -1
    for (let span = run.first; span !== NO_SPAN; ) {
      const next = spans.after(span)
      const serial = spans.packOf(span)
      if (serial !== pack) {
        packs.unwanted(pack, inPack)
        pack = serial
        inPack = 0
      }
      inPack++
      const number = spans.traceOf(span)
      if (number !== ofTrace) this.#beginTrace(number)
      ofTrace = number
      this.#remember(span)
      spans.remove(span)
      span = next
    }
    packs.unwanted(pack, inPack)
    for (const trace of tracesOf(run)) this.traces.remove(trace)
    this.traces.untie(run)
    resetHeldRun(run, undefined, false)
  }

  /** From now on the spans to remember are those of this trace. */
  #beginTrace(number: number): void {
    const trace = this.traces.at(number)
    if (trace !== undefined) this.traces.writeId(trace, this.#ids)
  }

  /** So that it is known when it comes again. What has not ended yet is still to come. */
  #remember(span: number): void {
    if (this.spans.isOpen(span)) return
    this.spans.writeId(span, this.#ids)
    this.#released.add(this.#ids)
  }

  #read(span: number): SpanFacts[] {
    const reader = this.packs.reader(this.spans.packOf(span))
    return reader === undefined ? [] : [reader.unpack(this.spans.placeOf(span))]
  }

  #runOf(span: number): HeldRun | undefined {
    return this.traces.at(this.spans.traceOf(span))?.run
  }

  /** Takes a span out of the index. A trace that has no other goes with it. */
  #drop(span: number): void {
    const trace = this.traces.at(this.spans.traceOf(span))
    this.spans.remove(span)
    if (trace === undefined) return
    const { run } = trace
    if (run.spanCount > 0 || run.firstTrace !== run.lastTrace) return
    this.traces.untie(run)
    this.traces.remove(trace)
    run.firstTrace = undefined
    run.lastTrace = undefined
  }

  #unstage(): void {
    this.#staged.clear()
    this.#kept = 0
    this.#marks.clear()
    this.#replaced.length = 0
    this.#ties.roots.length = 0
    this.#ties.names.length = 0
    this.#stagedFrom = this.packs.end
  }
}
