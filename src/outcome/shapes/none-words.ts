import { draft } from '../draft.ts'
import { saysNothingFound } from '../wording/none-words.ts'
import type { Shape } from './shape.ts'

/** Servers put the end of a page into an error tag, though nothing failed. */
const ERROR_TAG = /^<error>|<\/error>$/g

/** Words that say that nothing was found; also as the message of an object that holds numbers only. */
export const noneWords: Shape = {
  id: 'none-words',
  read({ words, survey, hasMedia }) {
    if (hasMedia) return undefined
    const spoken = words ?? survey?.roles.message
    if (typeof spoken !== 'string') return undefined
    if (
      words === undefined &&
      (survey === undefined || survey.lists > 0 || holdsMoreThanNumbers(survey.object))
    ) {
      return undefined
    }
    return saysNothingFound(spoken.replace(ERROR_TAG, ''))
      ? draft('found_none', 'prose_none', 'inferred')
      : undefined
  },
}

function holdsMoreThanNumbers(object: object): boolean {
  let texts = 0
  for (const value of Object.values(object)) {
    if (typeof value === 'object' && value !== null) return true
    if (typeof value === 'string' && ++texts > 2) return true
  }
  return false
}
