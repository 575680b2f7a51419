import { emptyObject } from '../evidence/emptiness.ts'
import { foundNone } from './found-none.ts'
import type { Shape } from './shape.ts'

/** An object that holds nothing, or whose listing or count says that there is nothing. */
export const emptyFields: Shape = {
  id: 'empty-object',
  needs: ['fields'],
  matches: 'an object without keys, with an empty listing at any usual key and depth, or with a count of 0',
  means: '`found_none`',
  read({ survey, words }) {
    return survey === undefined || words !== undefined ? undefined : foundNone(emptyObject(survey))
  },
}
