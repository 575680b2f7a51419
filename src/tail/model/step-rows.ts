import type { SpanFacts } from '../facts/span-facts.ts'

/** Steps with one outcome, one after the other. */
interface Row {
  what: string
  start: number
}

/** Rows of steps that may be loops. Spans stand in the order in which they came. */
export class StepRows {
  readonly #rows = new Map<string, Row>()

  /**
   * Notes a span. Returns where the row begins that it goes on with: of the steps beside it, or of all of its trace, as
   * frameworks put each step of an agent into a span of its own.
   */
  placeFor(span: SpanFacts, place: number): number {
    const { role, traceId, parentSpanId } = span
    if (!isStep(span)) return place
    const what = whatOf(span)
    const beside = this.#goOn(`${traceId}${parentSpanId} ${role}`, what, place)
    return Math.min(beside, this.#goOn(`${traceId} ${role}`, what, place))
  }

  #goOn(name: string, what: string, place: number): number {
    const row = this.#rows.get(name)
    if (row?.what === what) return what === '' ? place : row.start
    if (row !== undefined) {
      row.what = what
      row.start = place
    } else if (what !== '') this.#rows.set(name, { what, start: place })
    return place
  }
}

/** What an agent does by itself: tries of a declared budget are their owner's. */
function isStep({ role, attempt, budget }: SpanFacts): boolean {
  return (role === 'tool' || role === 'model') && attempt === undefined && budget?.id === undefined
}

/** What steps of a loop have in common; empty where there is nothing that could make one. */
function whatOf({ tool, model, failed, result, fingerprint }: SpanFacts): string {
  const outcome = failed
    ? 'failed'
    : result?.status === 'found_none'
      ? 'none'
      : fingerprint !== undefined && result?.fingerprint !== undefined
        ? `${fingerprint} ${result.fingerprint}`
        : ''
  return outcome === '' ? '' : `${tool ?? model} ${outcome}`
}
