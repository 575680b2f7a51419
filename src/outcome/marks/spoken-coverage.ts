import type { DocsRow } from '../docs-row.ts'
import { spokenCoverage } from '../wording/coverage-words.ts'
import type { Mark } from './mark.ts'

const READ_LIMIT = 2000

/** What people read of it. */
export const spokenRow: DocsRow = {
  matches: 'a sentence beside "none" that says how much was looked at',
  means: 'coverage is `complete`, or `partial` where it says so',
}

/** A sentence beside "none" that says how much was looked at: "Checked 12 files. No problems found." */
export const spoken: Mark = {
  id: 'spoken-coverage',
  needs: ['fields', 'words'],
  apply(draft, { words, survey }, signals) {
    if (draft.reason !== 'prose_none') return
    const text = words ?? survey?.roles.message
    const said = typeof text === 'string' ? spokenCoverage(text.slice(0, READ_LIMIT)) : undefined
    if (said === undefined) return
    draft.scanned ??= said.scanned
    if (said.isPart) signals.isPartial = true
    else signals.isComplete = true
  },
}
