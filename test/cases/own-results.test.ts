import { describe, expect, it } from 'vitest'
import { caseDifferences, OWN_CASES_DIR, type ResultCase, resultCasesIn } from '../support/result-cases.ts'

/** Bodies as servers of these kinds send them; what they mean was decided before they were read (REQ-1). */
const cases = resultCasesIn(OWN_CASES_DIR)
const QUIET = new Set<unknown>(['found', 'completed', 'unknown'])

describe('result cases of our own', () => {
  const isQuiet = ({ expect: { status, category, retryable } }: ResultCase): boolean =>
    QUIET.has(status) || (category === 'other' && retryable === undefined)
  const kinds = [...new Set(cases.map(({ file }) => file))]

  it.each(kinds)(
    'of the kind of %s are at least as often quiet as not: a false alarm is worse than a miss',
    (kind) => {
      const ofKind = cases.filter(({ file }) => file === kind)
      const quiet = ofKind.filter(isQuiet).length
      expect(quiet).toBeGreaterThanOrEqual(ofKind.length - quiet)
    },
  )

  it.each(cases.map((one) => [`${one.file} ${one.name}`, one] as const))('REQ-1 %s', (_name, one) => {
    expect(caseDifferences(one), one.about).toEqual([])
  })
})
