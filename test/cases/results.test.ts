import { describe, expect, it } from 'vitest'
import { CASES_DIR, caseDifferences, loadResultCases } from '../support/result-cases.ts'
import { RESULT_CASES_NOT_YET_IN_SCOPE } from '../support/result-scope.ts'

const cases = loadResultCases()
const outOfScope = new Set(RESULT_CASES_NOT_YET_IN_SCOPE)

describe('shared result cases', () => {
  it('are there, or the run says that it goes without them', () => {
    if (cases === undefined) process.stdout.write(`result cases: none, ${CASES_DIR} is missing\n`)
    expect(cases !== undefined || process.env.TOOLSPAN_NO_CASES !== undefined).toBe(true)
  })

  const inScope = (cases ?? []).filter(({ name }) => !outOfScope.has(name))
  it.each(inScope.map((one) => [`${one.file} ${one.name}`, one] as const))('REQ-1 %s', (_name, one) => {
    expect(caseDifferences(one), one.about).toEqual([])
  })

  it('are all either in scope or listed as not yet, and none that is listed passes', () => {
    const all = cases ?? []
    const passing = all.filter((one) => caseDifferences(one).length === 0)
    const waiting = all.filter(({ name }) => outOfScope.has(name))
    process.stdout.write(
      `result cases: ${passing.length} of ${all.length} pass, ${waiting.length} not in scope yet\n`,
    )
    for (const { file, name } of waiting) process.stdout.write(`  not in scope yet: ${file} ${name}\n`)
    expect(waiting.filter((one) => passing.includes(one)).map(({ name }) => name)).toEqual([])
    if (cases === undefined) return
    const names = new Set(all.map(({ name }) => name))
    expect(RESULT_CASES_NOT_YET_IN_SCOPE.filter((name) => !names.has(name))).toEqual([])
  })
})
