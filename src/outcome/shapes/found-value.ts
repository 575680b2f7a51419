import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { NOTHING } from '../evidence/evidence.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const foundValueRow: DocsRow = {
  matches: 'an object, a number, a boolean',
  means: '`found`; the length of its listing is the count',
}

/** An object, a number, a boolean: a value. The length of its listing is the count. */
export const foundValue: Shape = {
  id: 'found-value',
  needs: ['data'],
  read({ data, words, survey }) {
    if (data === NOTHING || (words !== undefined && survey === undefined)) return undefined
    const found = draft('found', words === undefined ? 'value' : 'content', 'inferred')
    const isListing =
      survey?.list !== undefined && (survey.isListNamed || survey.roles.identity === undefined)
    if (isListing && survey?.list !== undefined && survey.list.length > 0) found.count = survey.list.length
    return found
  },
}
