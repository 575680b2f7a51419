import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SpanTable } from '../../../src/service/held/span-table.ts'

const CAPACITY = 120

interface Step {
  readonly trace: number
  readonly first: number
  readonly second: number
  readonly isRemoved: boolean
}

const steps = fc.array(
  fc.record({
    trace: fc.constantFrom(0, 1, 1500),
    // Few ids, so that they come again, and enough that one trace has more than stand side by side.
    first: fc.constantFrom(0, 7, 0xffffffff),
    second: fc.nat({ max: 60 }),
    isRemoved: fc.boolean(),
  }),
  { maxLength: 600 },
)

const keyOf = ({ trace, first, second }: Step) => `${trace} ${first} ${second}`

test('each span has a number of its own until it is let go of, and no other is found', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const table = new SpanTable(CAPACITY)
      const held = new Map<string, number>()
      for (const step of all) {
        const { trace, first, second, isRemoved } = step
        const known = held.get(keyOf(step))
        expect(table.find(trace, first, second)).toBe(known ?? -1)
        if (known !== undefined && isRemoved) {
          table.remove(known)
          held.delete(keyOf(step))
        } else if (known === undefined) {
          const number = table.add(trace, first, second)
          expect(number >= 0).toBe(held.size < CAPACITY)
          if (number < 0) continue
          expect([...held.values()]).not.toContain(number)
          held.set(keyOf(step), number)
          expect([table.traceOf(number), table.firstOf(number), table.secondOf(number)]).toEqual([
            trace,
            first,
            second,
          ])
        }
        expect(table.size).toBe(held.size)
      }
    }),
  )
})
