import { fromSdkSpan, type SdkSpan } from './facts/from-sdk-span.ts'
import { readFacts } from './facts/read-facts.ts'
import type { SpanFacts } from './facts/span-facts.ts'

/** So many spans wait at most. */
const MOST_UNREAD = 1024

/**
 * Spans that have ended and were not read yet, in the order of their ends: whoever ends a span does not wait until it
 * is read. Reading them is for the next tick, or for whoever finds that there are enough.
 */
export class UnreadSpans {
  readonly #most: number
  readonly #read: (span: SdkSpan) => void
  #spans: SdkSpan[] = []
  /** How many of them are read already. */
  #done = 0

  /**
   * @param maxSpans as many may be kept of those that are read
   * @param read may not throw
   */
  constructor(maxSpans: number, read: (span: SdkSpan) => void) {
    this.#most = Math.min(maxSpans, MOST_UNREAD)
    this.#read = read
  }

  /** Adds a span; whether there are enough now. */
  add(span: SdkSpan): boolean {
    return this.#spans.push(span) >= this.#most
  }

  /** Reads all, also those that end while others are read. */
  readAll(): void {
    for (; this.#done < this.#spans.length; ) {
      const span = this.#spans[this.#done++]
      if (span !== undefined) this.#read(span)
    }
    this.#spans = []
    this.#done = 0
  }

  /** What those of a trace say. While some are read, the others have not come yet, but are no longer open. */
  factsOf(traceId: string): SpanFacts[] {
    return this.#spans
      .slice(this.#done)
      .filter((span) => span.spanContext().traceId === traceId)
      .map((span) => readFacts(fromSdkSpan(span)))
  }

  traceIds(): ReadonlySet<string> {
    return new Set(this.#spans.slice(this.#done).map((span) => span.spanContext().traceId))
  }
}
