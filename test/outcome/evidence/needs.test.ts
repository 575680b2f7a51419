import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draft } from '../../../src/outcome/draft.ts'
import { evidenceOfResult, evidenceOfValue } from '../../../src/outcome/evidence/evidence.ts'
import { byNeed, hasOf } from '../../../src/outcome/evidence/needs.ts'
import { MARKS } from '../../../src/outcome/marks/index.ts'
import { SHAPES } from '../../../src/outcome/shapes/index.ts'
import { isKeyed } from '../../../src/self/keyed.ts'
import { CASES_DIR, OWN_CASES_DIR, resultCasesIn } from '../../support/result-cases.ts'

const shapesFor = byNeed(SHAPES)
const marksFor = byNeed(MARKS)

/** What those of the questions answer that are not asked of this evidence; nothing, if their needs are right. */
function answersLost(evidence: ReturnType<typeof evidenceOfValue>): string[] {
  const has = hasOf(evidence)
  const lost = SHAPES.filter((shape) => !shapesFor(has).includes(shape) && shape.read(evidence) !== undefined)
  const left = MARKS.filter((mark) => {
    if (marksFor(has).includes(mark)) return false
    const signals = { isComplete: false, isCalledComplete: false, isPartial: false, isContradictory: false }
    const read = draft('found', 'content', 'inferred')
    mark.apply(read, evidence, signals)
    return Object.values(signals).includes(true) || Object.keys(read).length !== 5
  })
  return [...lost, ...left].map(({ id }) => id)
}

const evidences = [CASES_DIR, OWN_CASES_DIR].flatMap(resultCasesIn).flatMap(({ input, tool }) => {
  if ('thrown' in input) return []
  if ('value' in input) return [evidenceOfValue(input.value, tool)]
  return isKeyed(input.result) ? [evidenceOfResult(input.result, tool)] : []
})

it('REQ-1 asks every shape and mark that has an answer, for the bodies of all cases', () => {
  expect(evidences.length).toBeGreaterThan(300)
  expect(evidences.flatMap(answersLost)).toEqual([])
})

it('REQ-1 and for whatever else a function may return', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue(), fc.string()), (value) => {
      expect(answersLost(evidenceOfValue(value, {}))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

it('spares a sentence most of them', () => {
  const has = hasOf(evidenceOfValue('The weather is fine.', {}))
  expect(shapesFor(has).length).toBeLessThan(SHAPES.length / 2)
})
