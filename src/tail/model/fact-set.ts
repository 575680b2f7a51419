import type { SpanFacts } from '../facts/span-facts.ts'
import { IdIndex } from './id-index.ts'

/** Facts of spans in the order in which they came, each span once. */
export class FactSet {
  readonly #spans: SpanFacts[] = []
  #index = new IdIndex(this.#spans)
  #runIds: Set<string> | undefined
  #traceId = ''

  /** By place. Valid until something is added or taken out. */
  get spans(): readonly SpanFacts[] {
    return this.#spans
  }

  get size(): number {
    return this.#spans.length
  }

  get index(): IdIndex {
    return this.#index
  }

  /** Those that spans carry. */
  get runIds(): Iterable<string> {
    return this.#runIds ?? []
  }

  /** The least one; empty where there is no span. */
  get traceId(): string {
    return this.#traceId
  }

  /** The span with the ids of this one. */
  known({ traceId, spanId }: SpanFacts): SpanFacts | undefined {
    return this.#spans[this.#index.find(traceId, spanId)]
  }

  /** Adds a span that is not there. */
  add(span: SpanFacts): void {
    span.place = this.#spans.length
    this.#spans.push(span)
    this.#name(span)
  }

  /** Puts what is known of a span now where it stood. */
  replace(known: SpanFacts, span: SpanFacts): void {
    span.place = known.place
    this.#spans[known.place] = span
    this.#name(span)
  }

  /** Takes some out. The others keep their order. */
  letGo(going: ReadonlySet<SpanFacts>): void {
    const staying = this.#spans.filter((span) => !going.has(span))
    this.#spans.length = 0
    this.#index = new IdIndex(this.#spans)
    this.#runIds = undefined
    this.#traceId = ''
    for (const span of staying) this.add(span)
  }

  #name({ runId, traceId }: SpanFacts): void {
    if (this.#traceId === '' || traceId < this.#traceId) this.#traceId = traceId
    if (runId !== undefined) this.#runIds = (this.#runIds ?? new Set()).add(runId)
  }
}
