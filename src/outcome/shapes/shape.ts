import type { Draft } from '../draft.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Need } from '../evidence/needs.ts'

/**
 * One shape that a result can have. The list in `index.ts` asks each in turn; the first answer decides what the
 * call meant. A shape looks only at the evidence, and its cheapest question comes first: it is asked for every
 * tool call.
 */
export interface Shape {
  readonly id: string
  /** What a result must have, at least one of it, for this shape to be asked at all; absent where it is asked of every result. */
  readonly needs?: readonly Need[]
  /** What the result means, or undefined when it has another shape. */
  read(evidence: Evidence): Draft | undefined
}
