import type { DocsRow } from '../docs-row.ts'
import { wholeNumber } from '../evidence/keyed.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const scannedRow: DocsRow = {
  matches: 'a number of things looked at',
  means: '`scanned`; not 0, coverage is `complete` unless something else is missing',
}

/** A number of things looked at. Not 0, it states where the answer comes from; 0 says that nobody looked. */
export const scanned: Mark = {
  id: 'scanned',
  needs: ['fields', 'envelope'],
  apply(draft, { survey }, signals) {
    // An envelope has a name for it; another number beside it is something else.
    const beside = draft.reason === 'declared' ? undefined : wholeNumber(survey?.roles.scanned)
    const looked = draft.scanned ?? beside
    if (looked === undefined) return
    draft.scanned = looked
    if (looked > 0) signals.isComplete = true
  },
}
