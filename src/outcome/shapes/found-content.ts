import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const foundContentRow: DocsRow = {
  matches: 'words, a picture, a sound, a link, a file',
  means: '`found`',
}

/** Words, a picture, a sound, a link. */
export const foundContent: Shape = {
  id: 'found-content',
  read({ words, hasMedia, texts }) {
    return words !== undefined || hasMedia || texts.length > 0
      ? draft('found', 'content', 'inferred')
      : undefined
  },
}
