import type { DocsRow } from '../docs-row.ts'
import { isEmptyObject } from '../evidence/empty-object.ts'
import type { Survey } from '../evidence/survey.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const cursorRow: DocsRow = {
  matches: 'a cursor, a flag for more, a page that is not the last',
  means: '`hasMore`, and coverage is `partial`; a cursor beside "no more" states nothing',
}

/**
 * A cursor or a next page. The empty text is a cursor, unless the result says that there is no more; a cursor
 * that is not empty and "no more" deny each other.
 */
export const cursor: Mark = {
  id: 'cursor',
  needs: ['fields'],
  apply(draft, { survey }, signals) {
    if (survey === undefined) return
    const { nextLink } = survey.roles
    const next = survey.roles.cursor ?? (survey.list !== undefined && isLink(nextLink) ? nextLink : undefined)
    const hasMore = statedMore(survey)
    const isEnd = hasMore === false
    if (isEnd && isCursor(next) && next !== '') signals.isContradictory = true
    else if (isEnd) draft.hasMore ??= false
    else if (hasMore === true || isCursor(next)) {
      draft.hasMore ??= true
      signals.isPartial = true
    }
  },
}

/** What the result says about a next page: by a flag, or by a page that is not the last one counted from 0 or 1. */
function statedMore({ roles }: Survey): boolean | undefined {
  const { hasMore, isLast, page, totalPages } = roles
  if (typeof hasMore === 'boolean') return hasMore
  if (typeof isLast === 'boolean') return !isLast
  return typeof page === 'number' && typeof totalPages === 'number' && page + 1 < totalPages
    ? true
    : undefined
}

/** The address of the next page under a key that may hold any text. */
function isLink(next: unknown): boolean {
  return typeof next === 'string' && (next.startsWith('http') || next.startsWith('/') || next.startsWith('?'))
}

function isCursor(next: unknown): boolean {
  if (typeof next === 'object' && next !== null) return !isEmptyObject(next)
  return typeof next === 'string' || typeof next === 'number'
}
