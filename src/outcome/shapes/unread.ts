import { draft } from '../draft.ts'
import { COMPUTED } from '../evidence/stored.ts'
import { isUnread } from '../evidence/unread.ts'
import type { Shape } from './shape.ts'

/** A promise, an iterator, a stream, a response whose body is still to come: what it brings is not known here. */
export const unread: Shape = {
  id: 'unread',
  needs: ['data'],
  matches: 'a promise, an iterator, a stream, a response whose body is still to come',
  means: '`unknown`: what it brings has not been read',
  read({ data, survey }) {
    return survey === undefined && (data === COMPUTED || isUnread(data))
      ? draft('unknown', 'unread', 'inferred')
      : undefined
  },
}
