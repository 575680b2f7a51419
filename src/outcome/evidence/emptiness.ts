import { BLANK_ROWS, type Emptiness, emptyList, ZERO_COUNT } from './empty-list.ts'
import { isEmptyObject } from './empty-object.ts'
import type { Survey } from './survey.ts'

const EMPTY_OBJECT: Emptiness = { reason: 'empty_object' }
const ABSENT: Emptiness = { reason: 'absent' }

/** Why an object counts as empty; undefined when it holds something. */
export function emptyObject(survey: Survey): Emptiness | undefined {
  if (survey.keys === 0) return isEmptyObject(survey.object) ? EMPTY_OBJECT : undefined
  const { list, roles } = survey
  // A thing with a name of its own is there, whatever list of it is empty.
  if (roles.identity !== undefined) return undefined
  // Sums that were counted over rows which were not asked for: those are the answer.
  if (roles.sums !== undefined && typeof roles.total === 'number' && roles.total > 0) return undefined
  if (hasChanged(roles)) return undefined
  if (list !== undefined) {
    if (list.length === 0 && countsMore(roles)) return undefined
    const empty = isListing(survey) ? emptyList(list) : undefined
    if (empty !== undefined || list.length > 0) return empty
  }
  if (roles.exists === false) return ABSENT
  if (roles.strongCount === 0 || ((roles.count === 0 || roles.total === 0) && survey.own === 0))
    return ZERO_COUNT
  if (survey.lists > 0) return undefined
  return survey.full === 0 || isSuccessWithoutData(survey) ? BLANK_ROWS : undefined
}

/** A count of what came, beside a list in which nothing is: it contradicts itself, and claims no emptiness. */
function countsMore({ count, strongCount, page, cursor, nextLink }: Survey['roles']): boolean {
  // The count of a listing with pages may be that of all of them: this one lies beyond the last.
  if (page !== undefined || cursor !== undefined || nextLink !== undefined) return false
  const counted = count ?? strongCount
  return typeof counted === 'number' && counted > 0
}

/** Statements of SQL that change something, as drivers name them beside the rows that came back. */
const CHANGES = /^(?:insert|update|delete|merge|replace|copy|create|alter|drop|truncate)(?:_|\b)/i

/** A statement that changed something has no rows to show, and was no look-up. */
function hasChanged({ changed, statement }: Survey['roles']): boolean {
  if (typeof changed === 'number' && changed > 0) return true
  return typeof statement === 'string' && CHANGES.test(statement)
}

/** A body that says only that it went well, and its place for data is null or an object without keys. */
function isSuccessWithoutData({ roles, own }: Survey): boolean {
  const isWell = roles.ok === true || roles.status === 'success' || roles.status === 'ok'
  return roles.blankContainer === true && isWell && own === 0 && roles.message === undefined
}

/**
 * Whether the list of an object is what was asked for. Under a key of no known name it is, when nothing stands
 * beside it but noughts and ones: `{ "ergebnisse": [], "anzahl": 0, "seite": 1 }`.
 */
function isListing(survey: Survey): boolean {
  if (survey.isListNamed) return true
  const isBare = survey.own === survey.ownSmall && (survey.own === 0 || survey.ownZeros > 0)
  return survey.fullLists === 0 && isBare && survey.roles.words === undefined
}
