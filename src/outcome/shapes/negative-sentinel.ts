import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

/** A negative count or total beside an empty listing: the tool never looked. */
export const negativeSentinel: Shape = {
  id: 'negative-sentinel',
  read({ survey }) {
    if (survey === undefined || survey.fullLists > 0) return undefined
    const { count, strongCount, total } = survey.roles
    const isNegative =
      isBelowZero(strongCount) || isBelowZero(total) || (isBelowZero(count) && survey.own === 0)
    return isNegative ? draft('failed', 'negative_sentinel', 'inferred') : undefined
  },
}

function isBelowZero(value: unknown): boolean {
  return typeof value === 'number' && value < 0
}
