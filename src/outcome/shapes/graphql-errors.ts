import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { settle } from '../errors/settle.ts'
import { GRAPHQL_CODES } from '../wording/error-object.ts'
import { failureCause } from '../wording/failure-words.ts'
import type { Shape } from './shape.ts'

/** The errors of a GraphQL answer; undefined where a key `errors` is something else, a list of them among others. */
export function graphqlErrors(data: unknown): readonly Keyed[] | undefined {
  if (!isKeyed(data) || !Array.isArray(data.errors) || data.errors.length === 0) return undefined
  const errors: readonly unknown[] = data.errors
  const first = errors[0]
  if (!isKeyed(first) || typeof first.message !== 'string') return undefined
  const isGraphql = 'data' in data || 'extensions' in first || 'locations' in first
  return isGraphql ? errors.filter(isKeyed) : undefined
}

/** Whether a GraphQL answer brought no field at all. */
function isWithoutData(data: Keyed): boolean {
  const { data: fields } = data
  if (!isKeyed(fields)) return fields === undefined || fields === null
  for (const key in fields) if (fields[key] !== null) return false
  return true
}

/** What people read of it. */
export const graphqlRow: DocsRow = {
  matches: 'GraphQL `errors` that are not empty, and no data',
  means: '`failed`; with data beside them the answer is a part',
}

/** GraphQL errors and no data. With data beside them the answer is a part, which a mark says. */
export const graphql: Shape = {
  id: 'graphql-errors',
  needs: ['data'],
  read({ data, effect }) {
    const errors = graphqlErrors(data)
    if (errors === undefined || !isKeyed(data) || !isWithoutData(data)) return undefined
    const [first] = errors
    const code = isKeyed(first?.extensions) ? first.extensions.code : undefined
    const message = typeof first?.message === 'string' ? first.message : ''
    const cause = GRAPHQL_CODES.get(code) ?? failureCause(message)
    const failed = cause
      ? settle({ ...cause, reason: 'graphql_errors' }, effect, 'inferred')
      : draft('failed', 'graphql_errors', 'inferred')
    failed.detail = message
    return failed
  },
}
