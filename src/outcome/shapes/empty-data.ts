import { type Draft, draft } from '../draft.ts'
import { emptyObject } from '../evidence/emptiness.ts'
import { type Emptiness, emptyList } from '../evidence/empty-list.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Shape } from './shape.ts'

/** An empty list, as the whole of the data or as its last part: also one row that holds nothing. */
export const emptyListing: Shape = {
  id: 'empty-list',
  read(evidence) {
    return Array.isArray(evidence.data) ? none(emptyList(evidence.data), evidence) : undefined
  },
}

/** An object that holds nothing, or whose listing or count says that there is nothing. */
export const emptyFields: Shape = {
  id: 'empty-object',
  read(evidence) {
    const { survey, words } = evidence
    return survey === undefined || words !== undefined ? undefined : none(emptyObject(survey), evidence)
  },
}

function none(empty: Emptiness | undefined, evidence: Evidence): Draft | undefined {
  // A text that is more than a word beats an object without a key: the declared view was left out.
  if (empty === undefined || (empty.reason === 'empty_object' && isToldInText(evidence))) return undefined
  const found = draft('found_none', empty.reason, 'inferred')
  if (empty.count !== undefined) found.count = empty.count
  return found
}

function isToldInText({ view, texts }: Evidence): boolean {
  return view === 'structured' && texts.length > 0
}
