import { wholeNumber } from '../evidence/keyed.ts'
import type { Mark } from './mark.ts'

/** A number of things looked at. Not 0, it states where the answer comes from; 0 says that nobody looked. */
export const scanned: Mark = {
  id: 'scanned',
  apply(draft, { survey }, signals) {
    const looked = draft.scanned ?? wholeNumber(survey?.roles.scanned)
    if (looked === undefined) return
    draft.scanned = looked
    if (looked > 0) signals.isComplete = true
  },
}
