import type { OwnField } from '../own-value.ts'
import type { emptyFacts } from './layout.ts'

/**
 * Facts that come again and again, but for what each span has of its own: its ids, its parent, its times, its service,
 * and the fields of `own`. They are those of the span that was read last.
 */
export interface RepeatedFacts {
  readonly facts: ReturnType<typeof emptyFacts>
  readonly own: readonly OwnField[]
  /** The pack that holds a record of them, which begins at `at`; undefined where none does. */
  pack: object | undefined
  at: number
  /** By place in `own`: the word of the record that is the tag of the field. */
  readonly tags: number[]
  /** What spans of lengths from `shortestMs` to `longestMs` show; none are known where the first is the greater one. */
  mark: number
  shortestMs: number
  longestMs: number
}
