import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { graphqlErrors } from '../shapes/graphql-errors.ts'
import { settledLegs } from '../shapes/rejected-parts.ts'
import type { Mark } from './mark.ts'

/** Items looked at in one listing for an error in the place of what was asked for. */
const ITEMS_LIMIT = 64

/** What people read of it. */
export const failedItemsRow: DocsRow = {
  matches: 'an item that is an error where its neighbours hold something; errors beside data',
  means: 'coverage is `partial`',
}

/** An item that is an error where its neighbours hold something; also a rejected leg, or errors beside data. */
export const failedItems: Mark = {
  id: 'failed-items',
  needs: ['data'],
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
