import type { DocsRow } from '../docs-row.ts'
import { emptyObject } from '../evidence/emptiness.ts'
import { foundNone } from './found-none.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const emptyFieldsRow: DocsRow = {
  matches: 'an object without keys, with an empty listing at any usual key and depth, or with a count of 0',
  means: '`found_none`',
}

/** An object that holds nothing, or whose listing or count says that there is nothing. */
export const emptyFields: Shape = {
  id: 'empty-object',
  needs: ['fields'],
  read({ survey, words }) {
    return survey === undefined || words !== undefined ? undefined : foundNone(emptyObject(survey))
  },
}
