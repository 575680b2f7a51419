import type { PackReader } from '../facts/packed/pack-reader.ts'
import { MAX_DEPTH } from '../model/tree.ts'
import { mix } from './mix.ts'
import { IS, NO_PLACE, OutlineColumns } from './outline-columns.ts'
import { OutlineReader, TIE } from './outline-reader.ts'
import { SeenKeys } from './seen-keys.ts'

/** So many spans may lie between the two sides of one call. */
const MOST_BETWEEN = 4

/**
 * What a run consists of, told roughly and from packed words: enough to see that most runs with a cue can hold no finding
 * after all. Whatever it cannot tell it says is possible. One is filled for one run after the other.
 */
export class RunOutline {
  readonly #columns = new OutlineColumns()
  readonly #stated = new OutlineReader(this.#columns)
  readonly #seen = new SeenKeys()
  #mayCallAgain: boolean | undefined
  #mayRepeat: boolean | undefined

  begin(): void {
    this.#columns.begin()
    this.#stated.begin()
    this.#mayCallAgain = undefined
    this.#mayRepeat = undefined
  }

  add(reader: PackReader, span: number): void {
    this.#stated.read(reader, span)
  }

  /** A span carries an operation id. */
  get hasOperationIds(): boolean {
    return this.#stated.hasOperationIds
  }

  /** A span states a deadline of its budget. */
  get hasDeadlines(): boolean {
    return this.#stated.hasDeadlines
  }

  /** A call failed after a good part of the time that it waits. */
  get hasWaitedLong(): boolean {
    return this.#stated.hasWaitedLong
  }

  /** Two spans may be tries of one thing, on whatever level. */
  get mayRepeat(): boolean {
    this.#mayRepeat ??= this.#stated.ties.hasTwice || this.mayCallAgain || this.#mayRequestAgain()
    return this.#mayRepeat
  }

  /** Two spans are calls of one tool with equal arguments, and not two sides of one such call. */
  get mayCallAgain(): boolean {
    this.#mayCallAgain ??= this.#findEqualCalls()
    return this.#mayCallAgain
  }

  /** Two spans are calls of one tool with equal arguments, or two sides of one such call. */
  get hasEqualCalls(): boolean {
    const { count, calls } = this.#columns
    for (let at = 1; at < count; at++) {
      const call = calls[at] ?? 0
      if (call !== 0 && calls.indexOf(call) < at) return true
    }
    return false
  }

  /** The most spans with a mark of `bits` that are calls of one tool or model. */
  mostOfOneCall(bits: number): number {
    const columns = this.#columns
    const counts = new Map<number, number>()
    let most = 0
    for (let at = 0; at < columns.count; at++) {
      if (!columns.isMarked(at, bits)) continue
      const name = columns.names[at] ?? 0
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      most = Math.max(most, count)
    }
    return most
  }

  /** A span with a mark of `bits` did not fail. */
  hasUnfailed(bits: number): boolean {
    const columns = this.#columns
    for (let at = 0; at < columns.count; at++)
      if (columns.isMarked(at, bits) && !columns.is(at, IS.failed)) return true
    return false
  }

  /** A span that failed lies below one with a mark of `bits`. */
  hasFailureBelow(bits: number): boolean {
    const columns = this.#columns
    const isMarked = (above: number): boolean => columns.isMarked(above, bits)
    return this.#some((at) => columns.is(at, IS.failed) && columns.hasAbove(at, isMarked))
  }

  /** A span with a mark of `bits` lies below one that failed. */
  hasFailureAbove(bits: number): boolean {
    const columns = this.#columns
    const hasFailed = (above: number): boolean => columns.is(above, IS.failed)
    return this.#some((at) => columns.isMarked(at, bits) && columns.hasAbove(at, hasFailed))
  }

  /** A span that failed lies below one that has a result and did not. */
  get hasFailureBelowAnswer(): boolean {
    const columns = this.#columns
    const isAnswer = (above: number): boolean => columns.is(above, IS.answer) && !columns.is(above, IS.failed)
    return this.#some((at) => columns.is(at, IS.failed) && columns.hasAbove(at, isAnswer))
  }

  /** Something that was found lies below a span with a mark of `bits`, which is about another tool. */
  hasFoundBelow(bits: number): boolean {
    const columns = this.#columns
    return this.#some((at) => {
      if (!columns.is(at, IS.found) || columns.is(at, IS.failed)) return false
      const tool = columns.tools[at]
      return columns.hasAbove(at, (above) => columns.isMarked(above, bits) && columns.tools[above] !== tool)
    })
  }

  /** Whether it holds of a span; true as well where nobody can say who is whose parent. */
  #some(holds: (at: number) => boolean): boolean {
    const columns = this.#columns
    if (!columns.link()) return true
    for (let at = 0; at < columns.count; at++) if (holds(at)) return true
    return false
  }

  #findEqualCalls(): boolean {
    const columns = this.#columns
    if (!columns.link()) return true
    this.#seen.clear()
    for (let at = 0; at < columns.count; at++) {
      const call = columns.calls[at] ?? 0
      if (call !== 0 && !this.#isOtherSide(at, call)) this.#seen.add(call)
    }
    return this.#seen.hasTwice
  }

  #mayRequestAgain(): boolean {
    const columns = this.#columns
    this.#seen.clear()
    for (let at = 0; at < columns.count; at++) {
      const target = columns.targets[at] ?? 0
      if (target !== 0) this.#seen.add(mix(target, this.#holderOf(at)))
    }
    return this.#seen.hasTwice
  }

  /** The first span with the same call below one of the same call is its other side; requests may lie between. */
  #isOtherSide(at: number, call: number): boolean {
    const columns = this.#columns
    let above = columns.parentOf(at)
    for (let steps = 0; steps < MOST_BETWEEN && above !== NO_PLACE && columns.calls[above] === 0; steps++)
      above = columns.parentOf(above)
    if (above === NO_PLACE || columns.calls[above] !== call || columns.is(above, IS.hasView)) return false
    columns.traits[above] = (columns.traits[above] ?? 0) | IS.hasView
    return true
  }

  /** What a request was made for: the outermost try around it, else its parent, be it there or not. */
  #holderOf(at: number): number {
    const columns = this.#columns
    let outermost = NO_PLACE
    let above = columns.parentOf(at)
    for (let steps = 0; above !== NO_PLACE && steps < MAX_DEPTH; steps++) {
      if (columns.is(above, IS.try)) outermost = above
      above = columns.parentOf(above)
    }
    if (outermost !== NO_PLACE) return mix(TIE.target, outermost)
    return mix(columns.parentIds[2 * at] ?? 0, columns.parentIds[2 * at + 1] ?? 0)
  }
}
