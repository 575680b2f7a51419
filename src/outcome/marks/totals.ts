import type { DocsRow } from '../docs-row.ts'
import { wholeNumber } from '../evidence/keyed.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const totalsRow: DocsRow = {
  matches: 'how many there are in all, or how many are left',
  means:
    '`total`; more than came means that coverage is `partial`, unless the result says that there is no more',
}

/**
 * How many there are in all, and how many are left. As many as the total states nothing; fewer, while the result says that there is no
 * next page, contradicts itself.
 */
export const totals: Mark = {
  id: 'totals',
  needs: ['fields'],
  apply(draft, { survey }, signals) {
    if (survey === undefined) return
    const { remaining } = survey.roles
    const isEnd = survey.roles.hasMore === false || survey.roles.isLast === true
    if (typeof remaining === 'number' && remaining > 0) {
      if (isEnd) signals.isContradictory = true
      else signals.isPartial = true
    }
    const total = draft.total ?? wholeNumber(survey.roles.total)
    if (total === undefined || draft.reason === 'declared') return
    draft.total = total
    const isShort = draft.count !== undefined && draft.count < total
    if (isShort && isEnd) signals.isContradictory = true
  },
}
