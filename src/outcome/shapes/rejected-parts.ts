import { isKeyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

/** How many legs of `Promise.allSettled` ended how; undefined when a list is something else. */
export function settledLegs(
  data: unknown,
): { readonly fulfilled: number; readonly rejected: number } | undefined {
  if (!Array.isArray(data) || data.length === 0) return undefined
  let rejected = 0
  for (const leg of data) {
    if (!isKeyed(leg)) return undefined
    if (leg.status === 'rejected') rejected++
    else if (leg.status !== 'fulfilled') return undefined
  }
  return { fulfilled: data.length - rejected, rejected }
}

/** What people read of it. */
export const rejectedPartsRow: DocsRow = {
  matches: 'the output of `Promise.allSettled`, each leg rejected',
  means: '`failed`',
}

/** The output of `Promise.allSettled` with each leg rejected: the whole failed. */
export const rejectedParts: Shape = {
  id: 'rejected-parts',
  needs: ['list'],
  read({ data }) {
    return settledLegs(data)?.fulfilled === 0 ? draft('failed', 'rejected_parts', 'inferred') : undefined
  },
}
