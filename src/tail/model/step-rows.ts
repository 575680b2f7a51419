import type { SpanFacts } from '../facts/span-facts.ts'

/** Steps of one agent with one outcome, one after the other. */
interface Row {
  what: string
  start: number
  steps: number
  /** Where the first row began that was a loop; -1 while there is none. */
  loop: number
}

/** Rows of steps that may be loops, by agent. Spans stand in the order in which they came. */
export class StepRows {
  readonly #rows = new Map<string, Row>()
  readonly #loopSteps: number

  /** @param loopSteps how many equal steps make a loop */
  constructor(loopSteps: number) {
    this.#loopSteps = loopSteps
  }

  /**
   * Notes a span. Returns where the row begins that it goes on with; of an agent only the first loop is told, so that
   * a later one goes back to where that began.
   */
  placeFor(span: SpanFacts, place: number): number {
    if (!isStep(span)) return place
    const { role, traceId, parentSpanId, tool, model } = span
    const name = `${traceId}${parentSpanId} ${role === 'tool' ? 'tools' : 'models'}`
    const outcome = outcomeOf(span)
    const known = this.#rows.get(name)
    if (known === undefined && outcome === '') return place
    const what = outcome === '' ? '' : `${tool ?? model} ${outcome}`
    const row = known ?? { what, start: place, steps: 0, loop: -1 }
    if (known === undefined) this.#rows.set(name, row)
    if (row.what !== what) {
      row.what = what
      row.start = place
      row.steps = 0
    }
    if (what === '') return place
    row.steps++
    if (row.steps < this.#loopSteps) return row.start
    if (row.loop < 0) row.loop = row.start
    return row.loop
  }
}

/** What an agent does by itself: tries of a declared budget are their owner's. */
function isStep({ role, attempt, budget }: SpanFacts): boolean {
  return (role === 'tool' || role === 'model') && attempt === undefined && budget?.id === undefined
}

/** What steps of a loop have in common; empty where there is nothing that could make one. */
function outcomeOf({ failed, result, fingerprint }: SpanFacts): string {
  if (failed) return 'failed'
  if (result?.status === 'found_none') return 'none'
  return fingerprint === undefined || result?.fingerprint === undefined
    ? ''
    : `${fingerprint} ${result.fingerprint}`
}
