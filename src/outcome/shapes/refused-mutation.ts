import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { denied } from '../errors/cause.ts'
import { settle } from '../errors/settle.ts'
import { failureCause } from '../wording/failure-words.ts'
import type { Shape } from './shape.ts'

const WORDS_LIMIT = 600

/** The errors that a mutation gives as data, where it gives nothing else. */
function refusalOf(payload: Keyed): readonly unknown[] | undefined {
  let errors: readonly unknown[] | undefined
  for (const key in payload) {
    const value = payload[key]
    if (Array.isArray(value) && /errors$/i.test(key)) {
      if (value.length > 0) errors ??= value
    } else if (value !== null && value !== undefined && key !== '__typename') return undefined
  }
  return errors
}

/** What people read of it. */
export const refusedMutationRow: DocsRow = {
  matches: 'a GraphQL answer whose one field holds a list of errors and otherwise null',
  means: '`failed`; validation unless the words of the first error say more',
}

/** A mutation of GraphQL that was refused: its errors stand in the data, and what it should have made is null. */
export const refusedMutation: Shape = {
  id: 'refused-mutation',
  needs: ['fields'],
  read({ data, effect }) {
    if (effect === 'read' || !isKeyed(data) || !isKeyed(data.data)) return undefined
    const fields = Object.values(data.data)
    const [payload] = fields
    if (fields.length !== 1 || !isKeyed(payload)) return undefined
    const first = refusalOf(payload)?.[0]
    if (!isKeyed(first) || typeof first.message !== 'string') return undefined
    const words = first.message.slice(0, WORDS_LIMIT)
    const cause = failureCause(words) ?? denied('graphql_errors', 'validation')
    const failed = settle({ ...cause, reason: 'graphql_errors' }, effect, 'inferred')
    failed.detail = words
    return failed
  },
}
