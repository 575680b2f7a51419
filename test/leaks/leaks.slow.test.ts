import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LeftOver } from './left-over.ts'

const CALLS = 1_000_000
const ABORTED = 100_000

/** How many calls of each kind are made, and how many spans come of one of them. */
type Kinds = Readonly<Record<string, { readonly count: number; readonly spans: number }>>

/** Client and server, what tells of the cancellation, and within recover() also the budget's and the attempt's. */
const aboutMcp = (calls: number, aborted: number): Kinds => ({
  calls: { count: calls, spans: 2 },
  aborted: { count: aborted, spans: 3 },
  recovered: { count: aborted, spans: 4 },
  'stopped recoveries': { count: aborted, spans: 5 },
})

const RUNS: Readonly<Record<string, Kinds>> = {
  v1: {
    ...aboutMcp(CALLS, ABORTED),
    traced: { count: CALLS, spans: 1 },
    repeated: { count: ABORTED, spans: 3 },
  },
  v2: aboutMcp(CALLS, ABORTED),
  'v2-modern': aboutMcp(CALLS / 5, ABORTED / 5),
}

/** A machine that does other things as well takes several times as long as a quiet one, which needs two minutes. */
const MAX_MS = 1_200_000
/** Heap that comes and goes with the moment of the count. An object kept by each hundredth call is more. */
const HEAP_NOISE_BYTES = 200_000
/** What the processor keeps, up to its limit of spans, differs by so many entries. */
const ENTRIES_NOISE = 200

type Report = LeftOver & { readonly kind: string; readonly share: string; readonly spans: number }

async function play(sdk: string, kinds: Kinds): Promise<readonly Report[]> {
  const program = join(import.meta.dirname, 'program.ts')
  const counts = [kinds.calls?.count, kinds.aborted?.count].map(String)
  const run = await promisify(execFile)(process.execPath, ['--expose-gc', program, sdk, ...counts], {
    timeout: MAX_MS,
  })
  console.log(`${sdk}\n${run.stdout}`)
  return run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const reports = new Map<string, readonly Report[]>()

beforeAll(async () => {
  await Promise.all(
    Object.entries(RUNS).map(async ([sdk, kinds]) => {
      reports.set(sdk, await play(sdk, kinds))
    }),
  )
}, MAX_MS)

describe.each(Object.entries(RUNS))('with the MCP SDK %s', (sdk, kinds) => {
  describe.each(Object.entries(kinds))('the second half of the %s', (kind, { count, spans }) => {
    function reportAt(share: 'half' | 'whole'): Report {
      const found = reports.get(sdk)?.find((report) => report.kind === kind && report.share === share)
      if (found === undefined) throw new Error(`nothing was reported at the ${share} of ${kind}`)
      return found
    }

    it('leaves the heap flat', () => {
      expect(reportAt('whole').heapBytes - reportAt('half').heapBytes).toBeLessThan(HEAP_NOISE_BYTES)
    })

    it('leaves no timer and no listener behind', () => {
      const { timers, listeners } = reportAt('whole')
      expect({ timers, listeners }).toEqual({ timers: reportAt('half').timers, listeners: 0 })
    })

    it('leaves no promise, no signal and no entry of a map or a set behind', () => {
      const half = reportAt('half')
      const whole = reportAt('whole')
      for (const what of ['promises', 'signals', 'mapEntries', 'setEntries'] as const) {
        expect(whole[what], what).toBeLessThan(half[what] + ENTRIES_NOISE)
      }
    })

    it('has made all of its spans', () => {
      expect(reportAt('whole').spans - reportAt('half').spans).toBe((spans * count) / 2)
    })
  })
})
