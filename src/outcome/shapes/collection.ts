import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

/** A map, a set or bytes that a plain function returned: its size says whether it holds something. */
export const collection: Shape = {
  id: 'collection',
  read({ data, view }) {
    if (view !== 'value') return undefined
    const size = sizeOf(data)
    if (size === undefined) return undefined
    const read =
      size === 0 ? draft('found_none', 'empty_array', 'inferred') : draft('found', 'value', 'inferred')
    if (!ArrayBuffer.isView(data)) read.count = size
    return read
  },
}

function sizeOf(data: unknown): number | undefined {
  if (data instanceof Map || data instanceof Set) return data.size
  return ArrayBuffer.isView(data) ? data.byteLength : undefined
}
