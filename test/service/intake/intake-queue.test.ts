import { expect, test } from 'vitest'
import { createIntakeQueue } from '../../../src/service/intake/intake-queue.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

test('between two long bodies the judge has a turn: none is begun in the turn that ends another', () => {
  const turns: (() => void)[] = []
  const queue = createIntakeQueue((run) => turns.push(run), createFakeClock())
  const begun: string[] = []
  const long = (name: string) => {
    let left = 3
    return {
      isLong: true,
      bytes: new Uint8Array(4),
      run: () => {
        if (left === 3) begun.push(name)
        return --left > 0
      },
    }
  }
  for (const name of ['a', 'b', 'c']) queue.add(long(name))
  const seen: [begun: number, isBusy: boolean][] = []
  for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
    turn()
    seen.push([begun.length, queue.isBusy])
  }
  expect(seen).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ])
})
