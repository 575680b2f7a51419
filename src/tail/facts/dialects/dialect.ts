import type { SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'

/** One vocabulary that spans are written in. Reading a span adds what that vocabulary says about it. */
export interface Dialect {
  readonly id: string
  /** A sentence for the docs: whose spans these are. */
  readonly summary: string
  read(span: SpanInput, facts: SpanFacts): void
}
