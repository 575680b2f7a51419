import { isEmptyObject } from '../evidence/survey.ts'
import type { Mark } from './mark.ts'

/** A cursor or a next page. The empty text is a cursor, unless the result says that there is no more. */
export const cursor: Mark = {
  id: 'cursor',
  apply(draft, { survey }, signals) {
    if (survey === undefined) return
    const { cursor: next, isLast } = survey.roles
    const hasMore = survey.roles.hasMore ?? (typeof isLast === 'boolean' ? !isLast : undefined)
    const isCursor =
      typeof next === 'string' ||
      typeof next === 'number' ||
      (typeof next === 'object' && next !== null && !isEmptyObject(next))
    const isEnd = hasMore === false && (next === '' || !isCursor)
    if (isEnd) draft.hasMore ??= false
    else if (hasMore === true || isCursor) {
      draft.hasMore ??= true
      signals.isPartial = true
    }
  },
}
