import type { SpanFacts } from '../facts/span-facts.ts'

/** A final no of a target, and how many calls failed after it. */
interface Refusal {
  /** -1 while the target serves. */
  place: number
  endMs: number
  calls: number
  /** Where the first refusal stands after which work went on; -1 while there is none. */
  told: number
}

/** Targets that said no for good. Spans stand in the order in which they came. */
export class Refusals {
  readonly #byTarget = new Map<string, Refusal>()
  readonly #terminalStarts: number

  /** @param terminalStarts how many starts after a refusal are too many */
  constructor(terminalStarts: number) {
    this.#terminalStarts = terminalStarts
  }

  /**
   * Notes a span. Returns the place of the refusal that it comes after; of a target only the first one is told after
   * which work went on, so that a later one goes back to that.
   */
  placeFor(span: SpanFacts, place: number): number {
    const { role, service, model, http, failed, errorCategory, startMs, endMs = startMs } = span
    if (role !== 'model' && role !== 'http') return place
    const target = `${service} ${model ?? http?.host}`
    const known = this.#byTarget.get(target)
    if (!failed) {
      // It serves again.
      if (known !== undefined && startMs >= known.endMs) known.place = -1
      return place
    }
    if (known !== undefined && known.place >= 0) {
      if (++known.calls < this.#terminalStarts) return known.place
      if (known.told < 0) known.told = known.place
      return known.told
    }
    // Trouble that passes is no refusal.
    if (errorCategory !== 'business' && errorCategory !== 'permission') return place
    this.#byTarget.set(target, { place, endMs, calls: 0, told: known?.told ?? -1 })
    return place
  }
}
