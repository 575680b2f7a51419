import { isKeyed } from '../../self/keyed.ts'
import { type Evidence, NOTHING } from './evidence.ts'

/** What a question can be about; where a result has none of it, the question has no answer. One bit each. */
const NEEDS = {
  /** The fields of an object. */
  fields: 1,
  /** Words. */
  words: 2,
  /** Data of any kind, null among them. */
  data: 4,
  /** Data that is a list. */
  list: 8,
  /** A place where an envelope can lie: an object, `_meta`, or JSON among the words. */
  envelope: 16,
  /** The error flag. */
  flag: 32,
} as const

export type Need = keyof typeof NEEDS

/** A question that is asked of a result only where that has at least one of what it needs. */
interface Question {
  readonly needs?: readonly Need[]
}

/** What a result has of what questions are about, as bits. */
export function hasOf({ survey, words, data, meta, spoken, isFlagged }: Evidence): number {
  let has = 0
  if (survey !== undefined) has |= NEEDS.fields
  if (words !== undefined) has |= NEEDS.words
  if (data !== NOTHING) has |= Array.isArray(data) ? NEEDS.data | NEEDS.list : NEEDS.data
  if (meta !== undefined || spoken !== undefined || isKeyed(data)) has |= NEEDS.envelope
  if (isFlagged) has |= NEEDS.flag
  return has
}

/** The questions of a list that have an answer for a result that has so much, in their order. */
export function byNeed<Asked extends Question>(list: readonly Asked[]): (has: number) => readonly Asked[] {
  const asked: (readonly Asked[] | undefined)[] = []
  return (has) => {
    let some = asked[has]
    if (some === undefined) {
      some = list.filter(
        ({ needs }) => needs === undefined || needs.some((need) => (NEEDS[need] & has) !== 0),
      )
      asked[has] = some
    }
    return some
  }
}
