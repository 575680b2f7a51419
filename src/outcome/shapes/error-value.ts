import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { causeOf } from '../errors/index.ts'
import { settle } from '../errors/settle.ts'
import { thrownChain } from '../errors/thrown.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const errorValueRow: DocsRow = {
  matches: 'an error object that was returned in place of being thrown',
  means: '`failed`, read like a thrown error',
}

/** An error that a function returned in place of throwing it. */
export const errorValue: Shape = {
  id: 'error-value',
  needs: ['data'],
  read({ data, effect, tool }) {
    if (!(data instanceof Error)) return undefined
    const known = causeOf(thrownChain(data), { effect, ...(tool === undefined ? {} : { tool }) })
    const failed = known
      ? settle({ ...known.cause, reason: 'error_object' }, effect, known.source)
      : draft('failed', 'error_object', 'inferred')
    failed.detail = data.message
    return failed
  },
}
