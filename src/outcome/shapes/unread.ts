import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { COMPUTED } from '../evidence/stored.ts'
import { isUnread } from '../evidence/unread.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const unreadRow: DocsRow = {
  matches: 'a promise, an iterator, a stream, a response whose body is still to come',
  means: '`unknown`: what it brings has not been read',
}

/** A promise, an iterator, a stream, a response whose body is still to come: what it brings is not known here. */
export const unread: Shape = {
  id: 'unread',
  needs: ['data'],
  read({ data, survey }) {
    return survey === undefined && (data === COMPUTED || isUnread(data))
      ? draft('unknown', 'unread', 'inferred')
      : undefined
  },
}
