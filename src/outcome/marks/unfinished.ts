import type { DocsRow } from '../docs-row.ts'
import { saysWaiting } from '../wording/waiting-words.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const unfinishedRow: DocsRow = {
  matches: 'an empty listing beside a status that says that the search goes on: `running`',
  means: 'coverage is `partial`',
}

/** An empty listing beside a status that says that the search goes on: what it has not found yet may still come. */
export const unfinished: Mark = {
  id: 'unfinished',
  needs: ['fields'],
  apply(draft, { survey }, signals) {
    if (draft.status !== 'found_none' || survey === undefined) return
    if (saysWaiting(survey.roles.status)) signals.isPartial = true
  },
}
