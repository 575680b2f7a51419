import { closingAt } from '../evidence/closing.ts'
import { NOTHING } from '../evidence/evidence.ts'
import { NOT_JSON, opensLikeJson, parseJsonText } from '../evidence/json-text.ts'
import { CUT_WORDS_LIMIT, cutMark } from '../wording/cut-words.ts'
import type { Mark } from './mark.ts'

/** Stop reasons of model providers for an answer that ran into its cap. */
const CAPPED = new Set<unknown>(['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens', 'model_length'])

/** A flag or the name of a field that says that something was cut. */
export const cutFlag: Mark = {
  id: 'cut-flag',
  needs: 'fields',
  matches: 'a flag, a list of shortened fields or a stop reason that says that something was cut',
  means: '`truncated`, and coverage is `partial`',
  apply(draft, { survey }, signals) {
    if (survey === undefined) return
    const { truncated, cutFields, stopReason } = survey.roles
    const isCut =
      truncated === true || (Array.isArray(cutFields) && cutFields.length > 0) || CAPPED.has(stopReason)
    if (isCut) {
      draft.truncated ??= true
      signals.isPartial = true
    } else if (truncated === false) draft.truncated ??= false
  },
}

/** A mark in the words: `[truncated]`, `2 of 5,318 rows`. Looked for at the start and the end of a text. */
export const cutWords: Mark = {
  id: 'cut-words',
  needs: 'words',
  matches: '`[truncated]`, `2 of 5,318 rows` and the like at the start or the end of a text',
  means: '`truncated`, and coverage is `partial`',
  apply(draft, { words }, signals) {
    if (words === undefined || draft.status !== 'found') return
    const isLong = words.length > 2 * CUT_WORDS_LIMIT
    const isCut = isLong
      ? cutMark(words.slice(0, CUT_WORDS_LIMIT)) || cutMark(words.slice(-CUT_WORDS_LIMIT))
      : cutMark(words)
    if (!isCut) return
    draft.truncated ??= true
    signals.isPartial = true
  },
}

const DOTS_BEFORE_CLOSE = /(?:\.{3}|…)\s{0,8}[\]}]\s{0,64}$/

/** Text that is no JSON, `[1] see below`, closes its first bracket early. */
const CLOSING_LIMIT = 16_384

/**
 * JSON that does not parse: closed with dots by whoever cut it, which states a part; or ended in the middle,
 * which states nothing and is seen all the same.
 */
export const cutJson: Mark = {
  id: 'cut-json',
  needs: 'words',
  matches: 'JSON that does not parse because it was cut',
  means: '`truncated`; coverage is `partial` where whoever cut it closed it with dots',
  apply(draft, { words, data, view, texts }, signals) {
    if (words === undefined || data !== NOTHING || view !== 'text' || !opensLikeJson(words)) return
    // One text alone was tried already; a failed try costs more than all else here.
    if (texts.length > 1 && parseJsonText(words) !== NOT_JSON) return
    const end = words.slice(-96)
    if (DOTS_BEFORE_CLOSE.test(end)) {
      draft.truncated ??= true
      signals.isPartial = true
    } else if (closingAt(words, 0, CLOSING_LIMIT) === -1 && !/[\]}]\s{0,64}$/.test(end))
      draft.truncated ??= true
  },
}
