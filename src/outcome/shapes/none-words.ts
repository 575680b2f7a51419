import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import type { Survey } from '../evidence/survey.ts'
import { saysNothingFound } from '../wording/none-words.ts'
import { answersInWords } from '../wording/worded-tools.ts'
import { opensLikeFailure } from './error-text.ts'
import type { Shape } from './shape.ts'

/** Servers put the end of a page into an error tag, though nothing failed. */
const ERROR_TAG = /^<error>|<\/error>$/g

/** What people read of it. */
export const noneWordsRow: DocsRow = {
  matches: 'words that say that nothing was found',
  means: '`found_none`',
}

/** Words that say that nothing was found; also as the message of an object that holds numbers only. */
export const noneWords: Shape = {
  id: 'none-words',
  needs: ['fields', 'words'],
  read({ words, survey, hasMedia, tool }) {
    if (hasMedia) return undefined
    const spoken = words ?? survey?.roles.message
    if (typeof spoken !== 'string') return undefined
    if (words === undefined && (survey === undefined || !holdsNumbersOnly(survey))) return undefined
    const text = withoutTag(spoken)
    if (!saysNothingFound(text)) return undefined
    // "Error: file not found" may be what a text is in another language.
    if (answersInWords(tool) && opensLikeFailure(text)) return undefined
    return draft('found_none', 'prose_none', 'inferred')
  },
}

/** Asked first, because a replacement looks at every character, and a page has many. */
function withoutTag(words: string): string {
  const isTagged = words.startsWith('<error>') || words.endsWith('</error>')
  return isTagged ? words.replace(ERROR_TAG, '') : words
}

function holdsNumbersOnly({ lists, own, ownNumbers }: Survey): boolean {
  return lists === 0 && own === ownNumbers
}
