import { isKeyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { wholeNumber } from '../evidence/keyed.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const shardsRow: DocsRow = {
  matches: 'shards of a distributed search',
  means: 'how many were asked and answered; coverage is `complete` or `partial`',
}

/** Shards of a distributed search: all of them answered, or some did not. */
export const shards: Mark = {
  id: 'shards',
  needs: ['fields'],
  apply(draft, { survey }, signals) {
    const shards = survey?.roles.shards
    if (!isKeyed(shards)) return
    const total = wholeNumber(shards.total)
    const successful = wholeNumber(shards.successful)
    const failed = wholeNumber(shards.failed) ?? 0
    if (total === undefined || successful === undefined || total === 0) return
    draft.coverage = { status: 'unknown', sourcesExpected: total, sourcesCovered: successful }
    if (failed > 0 || successful < total) signals.isPartial = true
    else signals.isComplete = true
  },
}
