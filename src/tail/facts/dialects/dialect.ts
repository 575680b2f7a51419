import type { OwnValue } from '../own-value.ts'
import type { SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'

/** One vocabulary that spans are written in. Reading a span adds what that vocabulary says about it. */
export interface Dialect {
  read(span: SpanInput, facts: SpanFacts): void
}

/**
 * The id of a dialect, and every attribute that it looks at: whoever reads spans from bytes reads no other ones, and a test holds it to that.
 * They stand beside the dialect and not in it: whoever reads spans that are objects does not carry them along.
 */
export interface DialectNames {
  readonly id: string
  /** Attributes of which a span has to carry one: without any, `read` leaves the facts as they are. */
  readonly marks: readonly string[]
  /** Whatever else `read` looks at. `error.type` and the exception event are always there. */
  readonly reads: readonly string[]
  /** What each call has of its own among them. */
  readonly owns?: readonly OwnValue[]
}
