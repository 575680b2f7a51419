import type { BatchTimes } from './messages.ts'
import { type ProgramProcess, startProgram } from './process.ts'
import type { ProgramName } from './programs.ts'
import type { Row } from './rows.ts'

/** How much is measured. */
export interface Effort {
  /** How often each row is measured. */
  readonly rounds: number
  /** Calls of one batch: so few that both programs of a pair meet the same noise of the machine. */
  readonly batch: number
  /** Calls of each program before anything is measured. */
  readonly warmUp: number
}

/** Two batches of a row that ran next to each other. */
export interface Pair {
  readonly base: BatchTimes
  readonly peer: BatchTimes
}

/** What was measured of one row. */
export interface MeasuredRow {
  readonly row: Row
  readonly pairs: Pair[]
  /** Bytes that one call of the peer allocates beyond those of the base. */
  readonly bytes: number
}

const WARM_UP_BATCH = 500

/**
 * Runs all rows side by side: each round visits each row, and the two programs of a row take turns in going first
 * (ABBA), so that whatever the machine does meanwhile hits both, and all rows alike.
 */
export async function measure(
  sdk: 'v1' | 'v2',
  rows: readonly Row[],
  effort: Effort,
): Promise<MeasuredRow[]> {
  const processes = await startAll(sdk, rows)
  const named = (name: ProgramName): ProgramProcess => {
    const process = processes.get(name)
    if (process === undefined) throw new Error(`${name} was not started`)
    return process
  }
  try {
    for (let made = 0; made < effort.warmUp; made += WARM_UP_BATCH) {
      for (const process of processes.values()) await process.batch(WARM_UP_BATCH)
    }
    const measured = rows.map((row) => ({ row, pairs: [] as Pair[] }))
    for (let round = 0; round < effort.rounds; round++) {
      for (const { row, pairs } of measured) {
        pairs.push(await pair(named(row.base), named(row.peer), effort.batch, round % 2 === 0))
      }
    }
    for (const process of processes.values()) await process.checkSpans()
    const bytes = await bytesOfAll(processes)
    const bytesOf = (name: ProgramName): number => bytes.get(name) ?? Number.NaN
    return measured.map((each) => ({ ...each, bytes: bytesOf(each.row.peer) - bytesOf(each.row.base) }))
  } finally {
    for (const process of processes.values()) process.stop()
  }
}

async function startAll(sdk: string, rows: readonly Row[]): Promise<Map<ProgramName, ProgramProcess>> {
  const processes = new Map<ProgramName, ProgramProcess>()
  for (const name of new Set(rows.flatMap(({ base, peer }) => [base, peer]))) {
    processes.set(name, await startProgram(`${sdk}/${name}`))
  }
  return processes
}

async function pair(
  base: ProgramProcess,
  peer: ProgramProcess,
  calls: number,
  isBaseFirst: boolean,
): Promise<Pair> {
  if (isBaseFirst) {
    const times = await base.batch(calls)
    return { base: times, peer: await peer.batch(calls) }
  }
  const times = await peer.batch(calls)
  return { base: await base.batch(calls), peer: times }
}

async function bytesOfAll(processes: Map<ProgramName, ProgramProcess>): Promise<Map<ProgramName, number>> {
  const bytes = new Map<ProgramName, number>()
  for (const [name, process] of processes) bytes.set(name, await process.bytes())
  return bytes
}
