import type { DocsRow } from '../docs-row.ts'
import { WORDS_LIMIT } from '../evidence/evidence.ts'
import { sectionsOf } from '../wording/failed-sections.ts'
import type { Mark } from './mark.ts'

/** A paragraph below another one that is an error about one of the things asked for, named by path or address. */
const FAILED_PARAGRAPH =
  /\n\s{0,4}\nError (?:fetching|reading|loading|retrieving|opening|processing) \S{0,200}[/.]\S{0,200}: /

/** What people read of it. */
export const failedSectionsRow: DocsRow = {
  matches: 'a text of several sections, of which some are errors',
  means: 'coverage is `partial`',
}

/** One text of several sections, parted by rules, of which some are errors in the place of what was asked for. */
export const failedSections: Mark = {
  id: 'failed-sections',
  needs: ['words'],
  apply(draft, { words }, signals) {
    if (words === undefined || draft.status !== 'found' || words.length > WORDS_LIMIT) return
    if (!words.includes('\n')) return
    if (FAILED_PARAGRAPH.test(words)) signals.isPartial = true
    const sections = sectionsOf(words)
    if (sections !== undefined && sections.failed > 0 && sections.failed < sections.all)
      signals.isPartial = true
  },
}
