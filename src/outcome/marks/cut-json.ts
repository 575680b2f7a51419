import type { DocsRow } from '../docs-row.ts'
import { closingAt } from '../evidence/closing.ts'
import { NOTHING } from '../evidence/evidence.ts'
import { NOT_JSON, opensLikeJson, parseJsonText } from '../evidence/json-text.ts'
import type { Mark } from './mark.ts'

const DOTS_BEFORE_CLOSE = /(?:\.{3}|…)\s{0,8}[\]}]\s{0,64}$/

/** Text that is no JSON, `[1] see below`, closes its first bracket early. */
const CLOSING_LIMIT = 16_384

/** What people read of it. */
export const cutJsonRow: DocsRow = {
  matches: 'JSON that does not parse because it was cut',
  means: '`truncated`; coverage is `partial` where whoever cut it closed it with dots',
}

/**
 * JSON that does not parse: closed with dots by whoever cut it, which states a part; or ended in the middle,
 * which states nothing and is seen all the same.
 */
export const cutJson: Mark = {
  id: 'cut-json',
  needs: ['words'],
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
