import { isKeyed, type Keyed } from '../../self/keyed.ts'
import { isEmptyObject } from '../evidence/empty-object.ts'
import { graphqlErrors } from '../shapes/graphql-errors.ts'
import { settledLegs } from '../shapes/rejected-parts.ts'
import type { Mark } from './mark.ts'

/** Numbers that say that parts went wrong or did not come back. */
export const countedParts: Mark = {
  id: 'counted-parts',
  needs: 'fields',
  matches: 'numbers of parts that failed or did not come back',
  means: 'coverage is `partial`',
  apply(_draft, { survey }, signals) {
    if (survey === undefined) return
    const { failedParts, dispatched, returned } = survey.roles
    if (typeof failedParts === 'number' && failedParts > 0) signals.isPartial = true
    if (typeof dispatched === 'number' && typeof returned === 'number' && returned < dispatched) {
      signals.isPartial = true
    }
  },
}

/** Keys or items that were left over, named one by one. */
export const leftOver: Mark = {
  id: 'left-over',
  needs: 'fields',
  matches: 'keys or items that were left over, by name: `UnprocessedKeys`',
  means: 'coverage is `partial`',
  apply(_draft, { survey }, signals) {
    const rest = survey?.roles.unprocessed
    if (typeof rest !== 'object' || rest === null) return
    if (Array.isArray(rest) ? rest.length > 0 : !isEmptyObject(rest)) signals.isPartial = true
  },
}

/** Parts that are named as failed beside a listing that holds something, or an error in words beside one. */
export const namedFailures: Mark = {
  id: 'named-failures',
  needs: 'fields',
  matches: 'parts that are named as failed, or an error in words, beside a listing that holds something',
  means: 'coverage is `partial`',
  apply(_draft, { survey }, signals) {
    if (survey === undefined || survey.roles.identity !== undefined) return
    const { failures, errors, error } = survey.roles
    if (Array.isArray(failures) && failures.length > 0 && survey.fullLists > 0) signals.isPartial = true
    const isError =
      (Array.isArray(errors) && errors.length > 0) || (typeof error === 'string' && error !== '')
    if (isError && survey.isListNamed && survey.fullLists > 0) signals.isPartial = true
  },
}

/** Items looked at in one listing for an error in the place of what was asked for. */
const ITEMS_LIMIT = 64

/** An item that is an error where its neighbours hold something; also a rejected leg, or errors beside data. */
export const failedItems: Mark = {
  id: 'failed-items',
  matches: 'an item that is an error where its neighbours hold something; errors beside data',
  means: 'coverage is `partial`',
  apply(_draft, { data, survey }, signals) {
    const legs = settledLegs(data)
    if (legs !== undefined && legs.rejected > 0) signals.isPartial = true
    if (graphqlErrors(data) !== undefined) signals.isPartial = true
    const list = survey?.list ?? (Array.isArray(data) ? data : undefined)
    if (list !== undefined && hasFailedItem(list)) signals.isPartial = true
  },
}

/** The telling sign is what the item lacks: the key under which the others hold what was asked for. */
function hasFailedItem(list: readonly unknown[]): boolean {
  const last = Math.min(list.length, ITEMS_LIMIT)
  let failed: Keyed | undefined
  let whole: Keyed | undefined
  for (let at = 0; at < last; at++) {
    const item: unknown = list[at]
    if (!isKeyed(item)) return false
    if (typeof item.error === 'string' && item.error !== '') failed ??= item
    else whole ??= item
  }
  if (failed === undefined || whole === undefined) return false
  for (const key in whole) if (!(key in failed) && isPayload(whole[key])) return true
  return false
}

/** What was asked for is a text, a list or an object; a number or a flag is said about it. */
function isPayload(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}
