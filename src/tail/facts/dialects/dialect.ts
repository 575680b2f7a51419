import type { SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'

/**
 * One vocabulary that spans are written in. Reading a span adds what that vocabulary says about it. A dialect names
 * every attribute that it looks at: whoever reads spans from bytes reads no other ones, and a test holds it to that.
 */
export interface Dialect {
  readonly id: string
  /** Attributes of which a span has to carry one: without any, `read` leaves the facts as they are. */
  readonly marks: readonly string[]
  /** Whatever else `read` looks at. `error.type` and the exception event are always there. */
  readonly reads: readonly string[]
  read(span: SpanInput, facts: SpanFacts): void
}
