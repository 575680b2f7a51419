import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import type { Survey } from '../evidence/survey.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const negativeSentinelRow: DocsRow = {
  matches: 'a negative count or total beside an empty listing',
  means: '`failed`: the tool never looked',
}

/** A negative count or total beside an empty listing: the tool never looked. */
export const negativeSentinel: Shape = {
  id: 'negative-sentinel',
  needs: ['fields'],
  read({ survey }) {
    if (survey === undefined || survey.fullLists > 0) return undefined
    const { count, strongCount, total } = survey.roles
    const isNegative = isBelowZero(strongCount) || isBelowZero(total) || isBelowZero(count)
    return isNegative && isAboutListing(survey) ? draft('failed', 'negative_sentinel', 'inferred') : undefined
  },
}

/** A total below zero is an amount where it stands beside data, and a sentinel where a listing is or nothing. */
function isAboutListing({ lists, own, roles }: Survey): boolean {
  return lists > 0 || roles.strongCount !== undefined || (own === 0 && (roles.total ?? roles.count) === -1)
}

function isBelowZero(value: unknown): boolean {
  return typeof value === 'number' && value < 0
}
