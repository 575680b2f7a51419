import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { isBinary, sizeOf } from '../evidence/size.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const collectionRow: DocsRow = {
  matches: 'a map, a set or bytes that a function returned',
  means: 'its size says whether it holds something',
}

/** A map, a set or bytes that a plain function returned: its size says whether it holds something. */
export const collection: Shape = {
  id: 'collection',
  needs: ['data'],
  read({ data, view }) {
    if (view !== 'value' || typeof data !== 'object' || data === null) return undefined
    const size = sizeOf(data)
    if (size === undefined) return undefined
    const read =
      size === 0 ? draft('found_none', 'empty_array', 'inferred') : draft('found', 'value', 'inferred')
    if (!isBinary(data)) read.count = size
    return read
  },
}
