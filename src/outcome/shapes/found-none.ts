import { type Draft, draft } from '../draft.ts'
import type { Emptiness } from '../evidence/empty-list.ts'

/** The outcome of data that is empty; undefined where it is not. */
export function foundNone(empty: Emptiness | undefined): Draft | undefined {
  if (empty === undefined) return undefined
  const found = draft('found_none', empty.reason, 'inferred')
  if (empty.count !== undefined) found.count = empty.count
  return found
}
