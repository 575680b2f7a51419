import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputsInAllFormats } from '../../support/hostile-inputs.ts'
import { CHANGES, mutated } from '../../support/mutated.ts'
import { expectAnswer } from './expect-answer.ts'

const INPUTS = inputsInAllFormats()
const LINES = INPUTS.find(({ format }) => format === 'JSON lines')?.bytes ?? new Uint8Array()
const NEWLINE = 0x0a

test.each(INPUTS)('five hundred changed inputs of $format each get an answer', async ({ bytes }) => {
  await fc.assert(
    fc.asyncProperty(CHANGES, async (changes) => {
      await expectAnswer(mutated(bytes, changes))
    }),
    { numRuns: 500 },
  )
})

test('a bad line is named by its number and hides no other one', async () => {
  const ends = [...LINES.keys()].filter((at) => LINES[at] === NEWLINE)
  const spansOf = await Promise.all(
    ends.map(async (end, index) => {
      const start = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1
      return (await expectAnswer(LINES.subarray(start, end))).spans
    }),
  )
  const total = spansOf.reduce((sum, spans) => sum + spans, 0)
  await fc.assert(
    fc.asyncProperty(fc.nat(ends.length - 2), CHANGES, async (index, changes) => {
      const bad = index + 1
      const start = (ends[bad - 1] ?? 0) + 1
      const line = mutated(LINES.subarray(start, ends[bad]), changes).filter((byte) => byte !== NEWLINE)
      const bytes = Buffer.concat([LINES.subarray(0, start), line, LINES.subarray(ends[bad] ?? 0)])
      const { spans, told } = await expectAnswer(bytes)
      expect(spans).toBeGreaterThanOrEqual(total - (spansOf[bad] ?? 0))
      for (const text of told) expect(text).toMatch(new RegExp(`^in:${bad + 1}: |^in: \\d+ more problems`))
    }),
    { numRuns: 1000 },
  )
})
