import type { DocsRow } from '../docs-row.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const throughFlagRow: DocsRow = {
  matches: 'a flag that says whether a search got through: `incomplete_results`, `timed_out`',
  means: 'coverage is `complete` or `partial`',
}

/** A flag that says whether a search got through. */
export const throughFlag: Mark = {
  id: 'through-flag',
  needs: ['fields'],
  apply(_draft, { survey }, signals) {
    if (survey === undefined) return
    const { incomplete, complete, timedOut } = survey.roles
    if (complete === true) signals.isCalledComplete = true
    if (incomplete === true || complete === false || timedOut === true) signals.isPartial = true
    else if (incomplete === false || complete === true) signals.isComplete = true
  },
}
