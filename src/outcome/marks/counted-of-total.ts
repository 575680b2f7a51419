import type { Keyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { snakeKey } from '../evidence/key-words.ts'
import { ownKeys } from '../evidence/own-keys.ts'
import type { Mark } from './mark.ts'

const KEY_LIMIT = 32

/** What people read of it. */
export const countedOfTotalRow: DocsRow = {
  matches: 'none of so many, in two numbers of one noun, beside words that say that nothing was found',
  means: '`scanned`, and coverage is `complete`',
}

/**
 * None of so many, in two numbers of one noun: `{ "total_jobs": 12, "failed_jobs": 0 }` looked at twelve jobs.
 * Asked only where words say that nothing was found.
 */
export const countedOfTotal: Mark = {
  id: 'counted-of-total',
  needs: ['fields'],
  apply(draft, { survey }, signals) {
    if (draft.reason !== 'prose_none' || survey === undefined) return
    const total = totalOfZero(survey.object)
    if (total === undefined) return
    draft.count ??= 0
    draft.scanned ??= total
    signals.isComplete = true
  },
}

function totalOfZero(object: Keyed): number | undefined {
  const totals = new Map<string, number>()
  const zeros = new Set<string>()
  let looked = 0
  for (const key of ownKeys(object)) {
    const value = object[key]
    if (++looked > KEY_LIMIT) break
    if (typeof value !== 'number') continue
    const words = snakeKey(key).split('_')
    const noun = words.at(-1) ?? ''
    if (words.length < 2) continue
    if (words[0] === 'total' && value > 0) totals.set(noun, value)
    else if (value === 0) zeros.add(noun)
  }
  for (const [noun, total] of totals) if (zeros.has(noun)) return total
  return undefined
}
