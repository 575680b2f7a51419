import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

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
