import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputsInAllFormats } from '../../support/hostile-inputs.ts'
import { CHANGES, mutated } from '../../support/mutated.ts'
import { expectAnswer } from './expect-answer.ts'

const INPUTS = inputsInAllFormats()

test.each(INPUTS)('$format is read whole', async ({ bytes }) => {
  const { spans, told } = await expectAnswer(bytes)
  expect(told).toEqual([])
  expect(spans).toBeGreaterThanOrEqual(5)
})

test.each(INPUTS)('$format with some of its bytes changed gets an answer', async ({ bytes }) => {
  await fc.assert(
    fc.asyncProperty(CHANGES, async (changes) => {
      await expectAnswer(mutated(bytes, changes))
    }),
    { numRuns: 25 },
  )
})

test.each(INPUTS)('$format that ends early gets an answer, and says so or was whole', async ({ bytes }) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: bytes.length - 1 }), async (length) => {
      const { spans, told } = await expectAnswer(bytes.subarray(0, length))
      expect(spans > 0 || told.length > 0).toBe(true)
    }),
    { numRuns: 25 },
  )
})
