import type { Draft } from '../draft.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Need } from '../evidence/needs.ts'

/** What the marks of a result say about coverage, before it is settled. */
export interface CoverageSignals {
  /** Something states that all was looked at. */
  isComplete: boolean
  /** The result calls itself complete in so many words. */
  isCalledComplete: boolean
  /** Something states that a part is missing, or comes later. */
  isPartial: boolean
  /** Parts of the result deny each other, so that it states nothing. */
  isContradictory: boolean
}

/**
 * One mark that a result can carry beside what it means: a cursor, a cut, an age. Marks never decide the status;
 * they are asked for results that are no failures.
 */
export interface Mark {
  readonly id: string
  /** What a result must have, at least one of it, for this mark to be asked at all; absent where it is asked of every result. */
  readonly needs?: readonly Need[]
  apply(draft: Draft, evidence: Evidence, signals: CoverageSignals): void
}
