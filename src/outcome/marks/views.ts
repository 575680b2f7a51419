import { isKeyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { emptyObject } from '../evidence/emptiness.ts'
import { emptyList } from '../evidence/empty-list.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { NOT_JSON, parseJsonText } from '../evidence/json-text.ts'
import { surveyOf } from '../evidence/survey.ts'
import { deniesWhatIsThere } from '../wording/denied-thing.ts'
import { saysNothingFound } from '../wording/none-words.ts'
import type { Mark } from './mark.ts'

/** JSON longer than this holds something; a shorter one in which a list is empty is parsed. */
const EMPTY_JSON_LIMIT = 256
/** A sentence longer than this tells more than that there is nothing. */
const DENIAL_LIMIT = 400

/** What people read of it. */
export const viewsRow: DocsRow = {
  matches:
    'a structured and a text view of which one is empty and the other is not, where the text denies what the data holds; data under keys that no consumer reads',
  means: '`viewsDisagree`',
}

/**
 * The structured and the text view say different things, or the data lies where no consumer looks. Only a plain
 * contradiction counts: one view is empty and the other is not.
 */
export const views: Mark = {
  id: 'views',
  apply(draft, evidence) {
    if (draft.status !== 'found') return
    const isLeftOut = evidence.view === 'beside' || evidence.isStructureEmpty || evidence.isStructureMissing
    if (isLeftOut || (evidence.view === 'structured' && textDenies(evidence))) draft.viewsDisagree = true
  },
}

function textDenies({ texts, tool, data }: Evidence): boolean {
  const [text] = texts
  if (text === undefined || texts.length > 1 || text.length > DENIAL_LIMIT) return false
  const first = text.charCodeAt(0)
  const isJson = first === 0x7b || first === 0x5b
  if (!isJson) return saysNothingFound(text) && deniesWhatIsThere(text, data, tool)
  const value = text.length > EMPTY_JSON_LIMIT || !text.includes('[]') ? NOT_JSON : parseJsonText(text)
  if (Array.isArray(value)) return emptyList(value)?.reason === 'empty_array'
  return isKeyed(value) && emptyObject(surveyOf(value, tool))?.reason === 'empty_array'
}
