import type { SpanFacts } from '../facts/span-facts.ts'

/** A final no of a target. */
interface Refusal {
  /** -1 while the target serves. */
  place: number
  endMs: number
}

/** Targets that said no for good. Spans stand in the order in which they came. */
export class Refusals {
  readonly #byTarget = new Map<string, Refusal>()

  /** Notes a span. Returns the place of the refusal that it comes after. */
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
    if (known !== undefined && known.place >= 0) return known.place
    // Trouble that passes is no refusal.
    if (errorCategory === 'business' || errorCategory === 'permission')
      this.#byTarget.set(target, { place, endMs })
    return place
  }
}
