import { draft } from '../draft.ts'
import { NOTHING } from '../evidence/evidence.ts'
import { settledLegs } from './rejected-parts.ts'
import type { Shape } from './shape.ts'

/** A list that holds something. */
export const foundList: Shape = {
  id: 'found-list',
  matches: 'a list that holds something',
  means: '`found`, with its length as the count',
  read({ data }) {
    if (!Array.isArray(data)) return undefined
    const found = draft('found', 'value', 'inferred')
    found.count = settledLegs(data)?.fulfilled ?? data.length
    return found
  },
}

/** An object, a number, a boolean: a value. The length of its listing is the count. */
export const foundValue: Shape = {
  id: 'found-value',
  matches: 'an object, a number, a boolean',
  means: '`found`; the length of its listing is the count',
  read({ data, words, survey }) {
    if (data === NOTHING || (words !== undefined && survey === undefined)) return undefined
    const found = draft('found', words === undefined ? 'value' : 'content', 'inferred')
    const isListing =
      survey?.list !== undefined && (survey.isListNamed || survey.roles.identity === undefined)
    if (isListing && survey?.list !== undefined && survey.list.length > 0) found.count = survey.list.length
    return found
  },
}

/** Words, a picture, a sound, a link. */
export const foundContent: Shape = {
  id: 'found-content',
  matches: 'words, a picture, a sound, a link, a file',
  means: '`found`',
  read({ words, hasMedia, texts }) {
    return words !== undefined || hasMedia || texts.length > 0
      ? draft('found', 'content', 'inferred')
      : undefined
  },
}
