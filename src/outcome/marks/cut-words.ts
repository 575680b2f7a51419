import type { DocsRow } from '../docs-row.ts'
import { CUT_WORDS_LIMIT, cutMark } from '../wording/cut-words.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const cutWordsRow: DocsRow = {
  matches: '`[truncated]`, `2 of 5,318 rows` and the like at the start or the end of a text',
  means: '`truncated`, and coverage is `partial`',
}

/** A mark in the words: `[truncated]`, `2 of 5,318 rows`. Looked for at the start and the end of a text. */
export const cutWords: Mark = {
  id: 'cut-words',
  needs: ['words'],
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
