import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DISK_SYNCS } from '../../../src/service/journal/disk-sync.ts'
import type { Batch } from '../../../src/service/journal/journal.ts'
import { createSqliteJournal } from '../../../src/service/journal/sqlite-journal.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const MIB = 1024 * 1024

function batch(more: Partial<Batch>): Batch {
  return { sealed: [], emptied: [], released: [], releasedUpTo: 0, oldest: 1, ...more }
}

test.each(DISK_SYNCS)('reads back what it wrote, waiting for the disk as it is told to (%s)', (sync) => {
  const path = join(folder, 'journal.sqlite')
  const written = Uint8Array.of(1, 2, 3, 4)
  const first = createSqliteJournal(path, sync)
  first.write(batch({ sealed: [{ serial: 7, bytes: written }], released: ['aa'], releasedUpTo: 6 }))
  first.close()
  const second = createSqliteJournal(path, sync)
  const { packs, released } = second.read()
  expect([...packs]).toEqual([{ serial: 7, bytes: written }])
  expect([...released]).toEqual([['aa', 6]])
  second.close()
})

test('uses its room again, and gives back what it has not used for long, little by little', () => {
  const path = join(folder, 'journal.sqlite')
  const journal = createSqliteJournal(path, 'off')
  const fill = (from: number, emptied: readonly number[] = []): void => {
    for (let serial = from; serial < from + 64; serial++) {
      const gone = emptied[serial - from]
      journal.write(
        batch({
          sealed: [{ serial, bytes: new Uint8Array(MIB) }],
          emptied: gone === undefined ? [] : [gone],
          oldest: serial,
        }),
      )
    }
  }
  const sizes = (): number => statSync(path).size
  fill(1)
  const full = sizes()
  expect(full).toBeGreaterThan(64 * MIB)
  for (let round = 1; round < 4; round++) fill(round * 100, serials(round === 1 ? 1 : (round - 1) * 100))
  expect(sizes()).toBeLessThan(1.1 * full)
  journal.write(batch({ emptied: serials(300), oldest: 1000 }))
  const before = sizes()
  journal.shrink()
  expect(before - sizes()).toBeLessThan(2 * MIB)
  for (let count = 0; count < 200; count++) journal.shrink()
  expect(sizes()).toBeLessThan(0.4 * full)
  expect(journal.size).toBe(sizes())
  expect([...journal.read().packs]).toEqual([])
  journal.close()
})

function serials(from: number): number[] {
  return Array.from({ length: 64 }, (_, index) => from + index)
}
