import type { SpanFacts } from '../facts/span-facts.ts'
import { ArrivalMap } from './arrival-map.ts'
import { FactSet } from './fact-set.ts'
import type { Leave } from './old-branches.ts'
import { joinedPages, type PagesGone, pagesGoneWith } from './pages.ts'
import { jointsOf, linkedTracesOf } from './run.ts'
import { createRunFacts, type PackedFacts, sizeOf } from './run-facts.ts'

/** The facts of one run while it lives. */
export interface StoredRun {
  /** Empty while the run is packed. */
  facts: FactSet
  /** All facts while they are packed. */
  packed: PackedFacts | undefined
  /** None when it is no longer kept. */
  readonly traceIds: string[]
  readonly joints: string[]
  /** About how many bytes its facts take, where they are counted and not packed. */
  bytes: number
  /** When something was last heard of it, by the clock of whoever stores. */
  lastMs: number
  /** A limit was reached: spans of it are missing. */
  isTruncated: boolean
  /** Parts of it were judged and let go. */
  isTrimmed: boolean
  /** Spans that are kept for what is to come, when what they belonged to was let go. */
  remnants: ReadonlySet<SpanFacts>
  /** Listings of which a page was let go. */
  pagesGone: PagesGone | undefined
  /** Something in it is worth judging. */
  isCued: boolean
  /** Something that may begin a finding came since it was judged. */
  hasNewCue: boolean
  /** When it was judged, by the clock of whoever judges. */
  judgedMs: number
  /** How many cues it has shown to each rule that needs several; absent until it has shown one. */
  cues: number[] | undefined
}

/** What became of a span that was offered. */
export type Storing = 'stored' | 'duplicate' | 'run_full'

/** Facts of spans by run. Traces that turn out to be one run are joined, whatever arrives first. */
export interface RunStore {
  add(span: SpanFacts, atMs: number): Storing
  runs(): Iterable<StoredRun>
  /** The run that is there for the longest time. */
  oldest(): StoredRun | undefined
  runOf(traceId: string): StoredRun | undefined
  remove(run: StoredRun): void
  /** Packs the facts of a run that nobody asks for at the moment. Whatever comes to it unpacks them. */
  pack(run: StoredRun): void
  /** Unpacks the facts of a run that is to be judged. */
  unpack(run: StoredRun): void
  /** Lets go of parts of a run that was judged; of a trace that `isOpen` it goes on knowing. */
  trim(run: StoredRun, leave: Leave, isOpen: (traceId: string) => boolean): void
  spanCount(): number
  runCount(): number
  /** About how many bytes the facts have, where they are bounded. */
  byteCount(): number
}

export interface RunStoreOptions {
  readonly maxSpansPerRun: number
  /** Whether bytes of facts are counted. Default false. */
  readonly areBytesCounted?: boolean
  /** Told when two runs turn out to be one; `gone` lives on in `kept`. */
  readonly onJoin?: (kept: StoredRun, gone: StoredRun) => void
}

const NONE: ReadonlySet<SpanFacts> = new Set()
/** What a run takes besides its facts. */
const RUN_BYTES = 500

/**
 * In the tail service each run that is judged has a store of its own. An engine makes a type for every object literal
 * with getters, and for every generator that stands in a function: it refers to all that the function knows, and lives
 * until the whole heap is looked through. So there are none in here.
 */
export function createRunStore({
  maxSpansPerRun,
  areBytesCounted = false,
  onJoin,
}: RunStoreOptions): RunStore {
  const byTrace = new ArrivalMap<StoredRun>()
  const byJoint = new Map<string, StoredRun>()
  let runCount = 0
  const facts = createRunFacts(maxSpansPerRun, areBytesCounted)
  // Spans of one trace come one after the other: most look-ups are for the trace of the last one.
  let lastTraceId: string | undefined
  let lastRun: StoredRun | undefined

  function runOf(traceId: string): StoredRun | undefined {
    if (traceId === lastTraceId) return lastRun
    lastTraceId = traceId
    lastRun = byTrace.get(traceId)
    return lastRun
  }

  function setRunOf(traceId: string, run: StoredRun): void {
    byTrace.set(traceId, run)
    lastTraceId = traceId
    lastRun = run
  }

  /** The run of the trace; a new one where there is none. */
  function runOfTrace(traceId: string, atMs: number): StoredRun {
    const known = runOf(traceId)
    if (known !== undefined) return known
    const made: StoredRun = {
      facts: new FactSet(),
      packed: undefined,
      bytes: 0,
      traceIds: [traceId],
      joints: [],
      lastMs: atMs,
      isTruncated: false,
      isTrimmed: false,
      remnants: NONE,
      pagesGone: undefined,
      isCued: false,
      hasNewCue: false,
      judgedMs: Number.NEGATIVE_INFINITY,
      cues: undefined,
    }
    setRunOf(traceId, made)
    runCount++
    return made
  }

  function join(a: StoredRun, b: StoredRun): StoredRun {
    if (a === b) return a
    const [kept, gone] = sizeOf(a) >= sizeOf(b) ? [a, b] : [b, a]
    facts.join(kept, gone)
    for (const traceId of gone.traceIds) {
      kept.traceIds.push(traceId)
      setRunOf(traceId, kept)
    }
    for (const joint of gone.joints) {
      kept.joints.push(joint)
      byJoint.set(joint, kept)
    }
    kept.lastMs = Math.max(kept.lastMs, gone.lastMs)
    kept.isTruncated ||= gone.isTruncated
    kept.isTrimmed ||= gone.isTrimmed
    if (gone.pagesGone !== undefined) kept.pagesGone = joinedPages(kept.pagesGone, gone.pagesGone)
    if (gone.remnants.size > 0) kept.remnants = new Set([...kept.remnants, ...gone.remnants])
    kept.hasNewCue ||= gone.hasNewCue
    gone.traceIds.length = 0
    runCount--
    onJoin?.(kept, gone)
    return kept
  }

  /** The run of the span, with every run joined to it that the span says belongs to it. */
  function runOfSpan(span: SpanFacts, atMs: number): StoredRun {
    let run = runOfTrace(span.traceId, atMs)
    const joints = jointsOf(span)
    const linked = linkedTracesOf(span)
    if (joints.length === 0 && linked.length === 0) return run
    for (const joint of joints) {
      const known = byJoint.get(joint)
      if (known !== undefined) run = join(run, known)
      if (known === undefined) run.joints.push(joint)
      byJoint.set(joint, run)
    }
    for (const traceId of linked) run = join(run, runOfTrace(traceId, atMs))
    return run
  }

  /** The first trace stands for the run, so it stays, however empty. */
  function forgetEmptyTraces(run: StoredRun, isOpen: (traceId: string) => boolean): void {
    const [first, ...others] = run.traceIds
    const left = new Set<string>()
    for (const span of run.facts.spans) left.add(span.traceId)
    const kept = others.filter((traceId) => left.has(traceId) || isOpen(traceId))
    for (const traceId of others) if (!left.has(traceId) && !isOpen(traceId)) byTrace.delete(traceId)
    if (lastTraceId !== undefined && !byTrace.has(lastTraceId)) lastTraceId = undefined
    run.traceIds.length = 0
    run.traceIds.push(...(first === undefined ? [] : [first]), ...kept)
  }

  return {
    add(span, atMs) {
      const run = runOfSpan(span, atMs)
      run.lastMs = atMs
      return facts.add(run, span)
    },
    runs: () => runsOf(byTrace),
    oldest: () => byTrace.first,
    runOf,
    remove(run) {
      if (run.traceIds.length === 0) return
      runCount--
      facts.drop(run)
      for (const traceId of run.traceIds) byTrace.delete(traceId)
      run.traceIds.length = 0
      for (const joint of run.joints) byJoint.delete(joint)
      if (run === lastRun) lastTraceId = undefined
    },
    pack: facts.pack,
    unpack: facts.unpack,
    trim(run, { going, remnants }, isOpen) {
      if (going.size === 0) return
      facts.letGo(run, going)
      run.isTrimmed = true
      run.remnants = remnants
      run.pagesGone = pagesGoneWith(going, run.pagesGone)
      forgetEmptyTraces(run, isOpen)
    },
    spanCount: facts.count,
    runCount: () => runCount,
    byteCount: () => facts.bytes() + runCount * RUN_BYTES,
  }
}

/** A run is kept under each of its traces; its first one stands for it. */
function* runsOf(byTrace: ArrivalMap<StoredRun>): Generator<StoredRun> {
  for (const [traceId, run] of byTrace.entries()) if (traceId === run.traceIds[0]) yield run
}
