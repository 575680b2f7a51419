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
  /** The floor, measured in the same moments. */
  readonly floorPairs: readonly Pair[]
  /** Bytes that one call of the peer allocates beyond those of the base. */
  readonly bytes: number
}

const WARM_UP_BATCH = 500

/**
 * Measures one row, with the floor beside it: the two programs of a pair take turns in going first (ABBA), and the two
 * pairs take turns, so that whatever the machine does meanwhile hits all of them. Each of the four programs has a
 * process of its own. One row is measured after the other: more programs would push each other out of the caches.
 */
export async function measure(sdk: 'v1' | 'v2', row: Row, floor: Row, effort: Effort): Promise<MeasuredRow> {
  const running: ProgramProcess[] = []
  const start = async (name: string): Promise<ProgramProcess> => {
    const process = await startProgram(`${sdk}/${name}`)
    running.push(process)
    return process
  }
  try {
    const ours: Programs = { base: await start(row.base), peer: await start(row.peer) }
    const floors: Programs =
      row === floor ? ours : { base: await start(floor.base), peer: await start(floor.peer) }
    for (let made = 0; made < effort.warmUp; made += WARM_UP_BATCH) {
      for (const process of running) await process.batch(WARM_UP_BATCH)
    }
    const pairs: Pair[] = []
    const floorPairs: Pair[] = []
    for (let round = 0; round < effort.rounds; round++) {
      pairs.push(await measurePair(ours, effort.batch, round % 2 === 0))
      if (row !== floor) floorPairs.push(await measurePair(floors, effort.batch, round % 2 === 0))
    }
    for (const process of running) await process.checkSpans()
    const bytes = (await ours.peer.bytes()) - (await ours.base.bytes())
    return { row, pairs, floorPairs: row === floor ? pairs : floorPairs, bytes }
  } finally {
    for (const process of running) process.stop()
  }
}

interface Programs {
  readonly base: ProgramProcess
  readonly peer: ProgramProcess
}

async function measurePair({ base, peer }: Programs, calls: number, isBaseFirst: boolean): Promise<Pair> {
  if (isBaseFirst) {
    const times = await base.batch(calls)
    return { base: times, peer: await peer.batch(calls) }
  }
  const times = await peer.batch(calls)
  return { base: await base.batch(calls), peer: times }
}
