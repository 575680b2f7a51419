import { describe, expect, it } from 'vitest'
import { caseDifferences, OWN_CASES_DIR, type ResultCase, resultCasesIn } from '../support/result-cases.ts'

/** Bodies as servers of these kinds send them; what they mean was decided before they were read (REQ-1). */
const cases = resultCasesIn(OWN_CASES_DIR)
const QUIET = new Set<unknown>(['found', 'completed', 'unknown'])

const isThrown = ({ input }: ResultCase): boolean => 'thrown' in input

describe('result cases of our own', () => {
  it('are at least as often quiet as not: a false alarm is worse than a miss', () => {
    const isQuiet = ({ expect: { status, category, retryable } }: ResultCase): boolean =>
      QUIET.has(status) || (category === 'other' && retryable === undefined)
    for (const kind of [cases.filter(isThrown), cases.filter((one) => !isThrown(one))]) {
      const quiet = kind.filter(isQuiet).length
      expect(quiet).toBeGreaterThanOrEqual(kind.length - quiet)
    }
  })

  it.each(cases.map((one) => [`${one.file} ${one.name}`, one] as const))('REQ-1 %s', (_name, one) => {
    expect(caseDifferences(one), one.about).toEqual([])
  })
})
