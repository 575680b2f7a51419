import { hexOf, ID, writeId } from '../../tail/facts/packed/id-words.ts'
import { ArrivalMap } from '../../tail/model/arrival-map.ts'
import { createHeldRun, type HeldRun, type HeldTrace, resetHeldRun } from './held-run.ts'
import { IdTable } from './id-table.ts'

/** Traces by id, and what ties them to one another. */
export class HeldTraces {
  readonly #table: IdTable
  /** By number, and with each the run that begins with it: they stay when what they stand for is let go of. */
  readonly #traces: HeldTrace[] = []
  readonly #runs: HeldRun[] = []
  readonly #byJoint = new ArrivalMap<HeldRun>()
  readonly #id = new Uint32Array(ID.span)
  /** Traces that somebody links to and that have not come yet. */
  #expected = 0
  // Spans of one trace mostly come one after the other.
  #last: HeldTrace | undefined

  constructor(capacity: number) {
    this.#table = new IdTable(ID.span, capacity)
  }

  get size(): number {
    return this.#table.size
  }

  /** The trace with a number that is in use. */
  at(number: number): HeldTrace | undefined {
    return this.#traces[number]
  }

  find(ids: Uint32Array, at = 0): HeldTrace | undefined {
    if (this.#last !== undefined && this.#isId(this.#last.number, ids, at)) return this.#last
    const number = this.#table.find(ids, at + ID.trace)
    if (number < 0) return undefined
    this.#last = this.#traces[number]
    return this.#last
  }

  findById(traceId: string): HeldTrace | undefined {
    writeId(traceId, this.#id, ID.trace)
    return this.find(this.#id)
  }

  /** Adds the trace that was just looked for, with a run of its own; undefined where there is no room. */
  add(ids: Uint32Array, isTruncated = false): HeldTrace | undefined {
    const number = this.#table.add(ids, ID.trace)
    if (number < 0) return undefined
    const run = this.#runs[number] ?? createHeldRun()
    const trace = this.#traces[number] ?? { number, run, hasRoot: false, after: undefined }
    this.#runs[number] = run
    this.#traces[number] = trace
    trace.run = run
    trace.hasRoot = false
    trace.after = undefined
    resetHeldRun(run, trace, isTruncated)
    this.#last = trace
    return trace
  }

  remove(trace: HeldTrace): void {
    this.#table.remove(trace.number)
    if (this.#last === trace) this.#last = undefined
  }

  idOf(trace: HeldTrace): string {
    this.writeId(trace, this.#id)
    return hexOf(this.#id, ID.trace, ID.span)
  }

  /** Writes the words of a trace's id to where `ID` has them. */
  writeId({ number }: HeldTrace, ids: Uint32Array): void {
    for (let word = 0; word < ID.span; word++) ids[ID.trace + word] = this.#table.word(number, word)
  }

  /** The run that goes by the name; `run` goes by it from now on where there is none. */
  tie(name: string, run: HeldRun): HeldRun {
    const known = this.#byJoint.get(name)
    if (known !== undefined) return known
    this.#byJoint.set(name, run)
    if (run.joints.length === 0) run.joints = [name]
    else run.joints.push(name)
    return run
  }

  /** Notes that the trace belongs to `run` once it comes. */
  expect(traceId: string, run: HeldRun): HeldRun {
    const known = this.tie(`trace ${traceId}`, run)
    if (known === run) this.#expected++
    return known
  }

  /** The run that waits for the trace. */
  expectedBy(trace: HeldTrace): HeldRun | undefined {
    return this.#expected === 0 ? undefined : this.#byJoint.get(`trace ${this.idOf(trace)}`)
  }

  /** Gives the names of `gone` to `kept`. */
  retie(gone: HeldRun, kept: HeldRun): void {
    if (gone.joints.length === 0) return
    for (const name of gone.joints) this.#byJoint.set(name, kept)
    kept.joints = [...kept.joints, ...gone.joints]
    gone.joints = []
  }

  untie(run: HeldRun): void {
    if (run.joints.length === 0) return
    for (const name of run.joints) {
      if (!this.#byJoint.has(name)) continue
      this.#byJoint.delete(name)
      if (name.startsWith('trace ')) this.#expected--
    }
    run.joints = []
  }

  #isId(number: number, ids: Uint32Array, at: number): boolean {
    for (let word = 0; word < ID.span; word++)
      if (this.#table.word(number, word) !== ids[at + ID.trace + word]) return false
    return true
  }
}
