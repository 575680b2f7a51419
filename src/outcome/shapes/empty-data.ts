import { type Draft, draft } from '../draft.ts'
import { emptyObject } from '../evidence/emptiness.ts'
import { type Emptiness, emptyList } from '../evidence/empty-list.ts'
import type { Shape } from './shape.ts'

/** An empty list, as the whole of the data or as its last part: also one row that holds nothing. */
export const emptyListing: Shape = {
  id: 'empty-list',
  matches: 'an empty list as the whole of the data or as its last part; one row that holds nothing',
  means: '`found_none`',
  read({ data }) {
    return Array.isArray(data) ? none(emptyList(data)) : undefined
  },
}

/** An object that holds nothing, or whose listing or count says that there is nothing. */
export const emptyFields: Shape = {
  id: 'empty-object',
  needs: 'fields',
  matches: 'an object without keys, with an empty listing at any usual key and depth, or with a count of 0',
  means: '`found_none`',
  read({ survey, words }) {
    return survey === undefined || words !== undefined ? undefined : none(emptyObject(survey))
  },
}

function none(empty: Emptiness | undefined): Draft | undefined {
  if (empty === undefined) return undefined
  const found = draft('found_none', empty.reason, 'inferred')
  if (empty.count !== undefined) found.count = empty.count
  return found
}
