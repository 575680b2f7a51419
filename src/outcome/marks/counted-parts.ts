import type { DocsRow } from '../docs-row.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const countedPartsRow: DocsRow = {
  matches: 'numbers of parts that failed or did not come back',
  means: 'coverage is `partial`',
}

/** Numbers that say that parts went wrong or did not come back. */
export const countedParts: Mark = {
  id: 'counted-parts',
  needs: ['fields'],
  apply(_draft, { survey }, signals) {
    if (survey === undefined) return
    const { failedParts, dispatched, returned } = survey.roles
    if (typeof failedParts === 'number' && failedParts > 0) signals.isPartial = true
    if (typeof dispatched === 'number' && typeof returned === 'number' && returned < dispatched) {
      signals.isPartial = true
    }
  },
}
