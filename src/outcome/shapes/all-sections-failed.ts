import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { WORDS_LIMIT } from '../evidence/evidence.ts'
import { sectionsOf } from '../wording/failed-sections.ts'
import { readsOutput } from '../wording/output-tools.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const allSectionsFailedRow: DocsRow = {
  matches: 'a text of several sections, each an error in the place of what was asked for',
  means: '`failed`',
}

/** One text of several sections, each an error in the place of what was asked for: nothing came. */
export const allSectionsFailed: Shape = {
  id: 'all-sections-failed',
  needs: ['words'],
  read({ words, tool }) {
    if (words === undefined || words.length > WORDS_LIMIT) return undefined
    const sections = sectionsOf(words)
    if (sections === undefined || sections.onlyFailed < sections.all || readsOutput(tool)) return undefined
    const failed = draft('failed', 'error_text', 'inferred')
    failed.detail = words.slice(0, 600)
    return failed
  },
}
