import type { DocsRow } from '../docs-row.ts'
import { UNKNOWN_FRESHNESS } from '../draft.ts'
import { amount } from '../evidence/keyed.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const ageRow: DocsRow = {
  matches: 'an age, a time of observation, an age that is allowed, a flag for stale or cached data',
  means: 'freshness, as far as it is stated: an age alone is `unknown`',
}

/** An age, the age that is allowed, or a flag: how fresh the data says it is. An age alone says neither. */
export const age: Mark = {
  id: 'age',
  needs: ['fields'],
  apply(draft, { survey }) {
    if (survey === undefined || draft.freshness !== UNKNOWN_FRESHNESS) return
    const { stale } = survey.roles
    const ageMs = amount(survey.roles.ageMs)
    const maxAgeMs = amount(survey.roles.maxAgeMs)
    if (stale === undefined && ageMs === undefined) return
    const isWithin = ageMs !== undefined && maxAgeMs !== undefined ? ageMs <= maxAgeMs : undefined
    const status =
      stale === true || isWithin === false
        ? 'stale'
        : stale === false || isWithin === true
          ? 'fresh'
          : 'unknown'
    draft.freshness = {
      status,
      ...(ageMs === undefined ? {} : { ageMs }),
      ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    }
  },
}
