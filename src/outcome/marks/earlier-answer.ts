import type { DocsRow } from '../docs-row.ts'
import { isDated } from '../shapes/stand-in.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const earlierAnswerRow: DocsRow = {
  matches: 'a stand-in that comes with its age',
  means: '`fallback`: it is found, and it is not current',
}

/** An answer that is marked as a stand-in and says how old it is: a real earlier one (REQ-10). */
export const earlierAnswer: Mark = {
  id: 'earlier-answer',
  needs: ['fields'],
  apply(draft, { survey }) {
    if (survey?.roles.standIn === true && draft.status === 'found' && isDated(survey)) draft.fallback ??= true
  },
}
