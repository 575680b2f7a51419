import { WORDS_LIMIT } from '../evidence/evidence.ts'
import type { Mark } from './mark.ts'

const RULE = /\n-{3,40}\n/
/** A section that is an error: the name of what was asked for, a colon, the error. */
const FAILED_SECTION = /^[^\n:]{1,200}: (?:error|failed|could not|unable to)\b/i
/** A paragraph below another one that is an error about one of the things asked for, named by path or address. */
const FAILED_PARAGRAPH =
  /\n\s{0,4}\nError (?:fetching|reading|loading|retrieving|opening|processing) \S{0,200}[/.]\S{0,200}: /
const SECTIONS_LIMIT = 64

/** One text of several sections, parted by rules, of which some are errors in the place of what was asked for. */
export const failedSections: Mark = {
  id: 'failed-sections',
  apply(draft, { words }, signals) {
    if (words === undefined || draft.status !== 'found' || words.length > WORDS_LIMIT) return
    if (FAILED_PARAGRAPH.test(words)) signals.isPartial = true
    if (!words.includes('\n---')) return
    const sections = words.split(RULE, SECTIONS_LIMIT)
    const failed = sections.filter((section) => FAILED_SECTION.test(section.trimStart()))
    if (failed.length > 0 && failed.length < sections.length) signals.isPartial = true
  },
}
