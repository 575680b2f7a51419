import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../examples/built.ts'
import type { LeftOver } from './left-over.ts'

const CALLS = 1_000_000
const ABORTED = 100_000
const KINDS = [
  ['calls', CALLS],
  ['aborted', ABORTED],
  ['recovered', ABORTED],
] as const
/** A machine that does other things as well takes several times as long as a quiet one. */
const MAX_MS = 1_200_000
/** Heap that comes and goes with the moment of the count. An object kept by each hundredth call is more. */
const HEAP_NOISE_BYTES = 200_000
/** What the processor keeps, up to its limit of spans, differs by so many entries. */
const ENTRIES_NOISE = 200

type Report = LeftOver & { readonly kind: string; readonly share: string; readonly spans: number }

let reports: Report[]

beforeAll(async () => {
  await ensureBuilt()
  const program = join(import.meta.dirname, 'program.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', program, String(CALLS), String(ABORTED)],
    { timeout: MAX_MS },
  )
  reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  console.log(stdout)
}, MAX_MS)

function reportOf(kind: string, share: 'half' | 'whole'): Report {
  const found = reports.find((report) => report.kind === kind && report.share === share)
  if (found === undefined) throw new Error(`nothing was reported at the ${share} of ${kind}`)
  return found
}

describe.each(KINDS)('the second half of the %s (%i)', (kind, count) => {
  it('leaves the heap flat', () => {
    const grown = reportOf(kind, 'whole').heapBytes - reportOf(kind, 'half').heapBytes
    expect(grown).toBeLessThan(HEAP_NOISE_BYTES)
  })

  it('leaves no timer and no listener behind', () => {
    const { timers, listeners } = reportOf(kind, 'whole')
    expect({ timers, listeners }).toEqual({ timers: reportOf(kind, 'half').timers, listeners: 0 })
  })

  it('leaves no promise, no signal and no entry of a map or a set behind', () => {
    const half = reportOf(kind, 'half')
    const whole = reportOf(kind, 'whole')
    for (const what of ['promises', 'signals', 'mapEntries', 'setEntries'] as const) {
      expect(whole[what], what).toBeLessThan(half[what] + ENTRIES_NOISE)
    }
  })

  it('has made all of its spans', () => {
    // Client and server; within recover() also the budget's and the attempt's.
    const spansPerCall = kind === 'recovered' ? 4 : kind === 'aborted' ? 3 : 2
    expect(reportOf(kind, 'whole').spans - reportOf(kind, 'half').spans).toBe((spansPerCall * count) / 2)
  })
})
