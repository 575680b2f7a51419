import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeldRun, type HeldRun } from '../../../src/service/held/held-run.ts'
import { RunQueue } from '../../../src/service/held/run-queue.ts'

function membersOf(queue: RunQueue): HeldRun[] {
  const members: HeldRun[] = []
  for (let run = queue.first; run !== undefined; run = run.idle.after) members.push(run)
  return members
}

test('keeps the order in which runs came, whatever leaves', () => {
  const steps = fc.array(fc.record({ run: fc.nat(7), queue: fc.nat(1) }), { maxLength: 100 })
  fc.assert(
    fc.property(steps, (taken) => {
      const runs = Array.from({ length: 8 }, () => createHeldRun())
      const queues = [new RunQueue('idle'), new RunQueue('idle')]
      const expected: HeldRun[][] = [[], []]
      for (const { run: number, queue: index } of taken) {
        const run = runs[number]
        const queue = queues[index]
        const members = expected[index]
        if (run === undefined || queue === undefined || members === undefined) continue
        if (run.idle.queue === undefined) {
          queue.append(run)
          members.push(run)
        } else {
          expect(queue.remove(run)).toBe(members.includes(run))
          expected[index] = members.filter((other) => other !== run)
        }
      }
      for (const [index, queue] of queues.entries()) {
        expect(membersOf(queue)).toEqual(expected[index])
        expect([queue.size, queue.last]).toEqual([expected[index]?.length, expected[index]?.at(-1)])
      }
    }),
  )
})

test('a run stands in queues of two kinds at once', () => {
  const run = createHeldRun()
  const [idle, grown] = [new RunQueue('idle'), new RunQueue('grown')]
  idle.append(run)
  grown.append(run, 5)
  expect(idle.remove(run)).toBe(true)
  expect([grown.first, run.grown.sinceMs, idle.size]).toEqual([run, 5, 0])
})
