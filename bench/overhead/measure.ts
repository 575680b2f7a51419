import type { BatchTimes } from './messages.ts'
import { type ProgramProcess, startProgram } from './process.ts'
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
  readonly pairs: readonly Pair[]
  /** Bytes that one call of the peer allocates beyond those of the base. */
  readonly bytes: number
}

const WARM_UP_BATCH = 500

/**
 * Runs all rows side by side: each round visits each row, and the two programs of a row take turns in going first
 * (ABBA), so that whatever the machine does meanwhile hits both, and all rows alike. Each row has two processes of
 * its own: one that ran for several rows would be the warmer one.
 */
export async function measure(
  sdk: 'v1' | 'v2',
  rows: readonly Row[],
  effort: Effort,
): Promise<MeasuredRow[]> {
  const running: RunningRow[] = []
  try {
    for (const row of rows) running.push(await startRow(sdk, row))
    const processes = running.flatMap(({ base, peer }) => [base, peer])
    for (let made = 0; made < effort.warmUp; made += WARM_UP_BATCH) {
      for (const process of processes) await process.batch(WARM_UP_BATCH)
    }
    for (let round = 0; round < effort.rounds; round++) {
      for (const row of running) row.pairs.push(await measurePair(row, effort.batch, round % 2 === 0))
    }
    for (const process of processes) await process.checkSpans()
    const measured: MeasuredRow[] = []
    for (const { row, base, peer, pairs } of running) {
      measured.push({ row, pairs, bytes: (await peer.bytes()) - (await base.bytes()) })
    }
    return measured
  } finally {
    for (const { base, peer } of running) {
      base.stop()
      peer.stop()
    }
  }
}

interface RunningRow {
  readonly row: Row
  readonly base: ProgramProcess
  readonly peer: ProgramProcess
  readonly pairs: Pair[]
}

async function startRow(sdk: string, row: Row): Promise<RunningRow> {
  const base = await startProgram(`${sdk}/${row.base}`)
  return { row, base, peer: await startProgram(`${sdk}/${row.peer}`), pairs: [] }
}

async function measurePair({ base, peer }: RunningRow, calls: number, isBaseFirst: boolean): Promise<Pair> {
  if (isBaseFirst) {
    const times = await base.batch(calls)
    return { base: times, peer: await peer.batch(calls) }
  }
  const times = await peer.batch(calls)
  return { base: await base.batch(calls), peer: times }
}
