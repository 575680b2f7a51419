import { isKeyed } from '../../self/keyed.ts'
import { field } from '../envelope/gates.ts'
import { evidenceOfValue, NOTHING } from '../evidence/evidence.ts'

/** The items of a result: what lies under its listing, or the whole as one item. */
export function itemsOf(value: unknown): readonly unknown[] {
  const { data, survey, words } = evidenceOfValue(value, {})
  if (isKeyed(data) && Array.isArray(data.results)) return data.results
  if (Array.isArray(data)) return data
  if (survey?.list !== undefined && survey.isListNamed) return survey.list
  if (data !== NOTHING && data !== null && data !== undefined) return [data]
  return words === undefined ? [] : [words]
}

/** The items that a failure handed on in its error context: a list, or lists by source. */
export function partialItemsOf(value: unknown): readonly unknown[] {
  const context = isKeyed(value) && isKeyed(value.structuredContent) ? value.structuredContent : value
  if (!isKeyed(context)) return []
  const kept = field(context, 'partialResults', 'partial_results')
  if (Array.isArray(kept)) return kept
  return isKeyed(kept) ? Object.values(kept).flat() : []
}
