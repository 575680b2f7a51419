import { median, quantile, standardError } from '../statistics.ts'
import type { MeasuredRow, Pair } from './measure.ts'
import type { Row } from './rows.ts'

/** What one row costs. Ratios are multiples of what the floor costs in the same moments. */
export interface Figures {
  readonly row: Row
  /** By the tenth percentile of each side on the wall: what calls take when nothing disturbs them. Limits are for this. */
  readonly ratio: number
  /** Noise of that ratio: twice its standard error over parts of the run. */
  readonly noise: number
  /** By the median of the paired differences on the wall. */
  readonly medianRatio: number
  /** By the median of the paired differences of processor time. */
  readonly cpuRatio: number
  /** Added to one call, in microseconds, by the tenth percentiles. */
  readonly addedUs: number
  readonly bytes: number
  /** Absent for a row without a limit. A limit is missed when the ratio is above it by more than its noise. */
  readonly isMissed?: boolean
}

/** The run is cut into so many parts, each with a ratio of its own, to see how far they lie apart. */
const PARTS = 8

/** The figures of a row, by the floor that was measured beside it. */
export function figuresOf({ row, pairs, floorPairs, bytes }: MeasuredRow): Figures {
  const addedUs = lowDifference(pairs)
  const ratio = addedUs / lowDifference(floorPairs)
  const noise = pairs === floorPairs ? noiseOf(pairs, addedUs) : ratioNoise(pairs, floorPairs)
  return {
    row,
    ratio,
    noise,
    medianRatio: wallDifference(pairs) / wallDifference(floorPairs),
    cpuRatio: cpuDifference(pairs) / cpuDifference(floorPairs),
    addedUs,
    bytes,
    ...(row.limit !== undefined && { isMissed: ratio - noise > row.limit }),
  }
}

const wallDifference = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ base, peer }) => peer.wallUs - base.wallUs))

const cpuDifference = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ base, peer }) => peer.cpuUs - base.cpuUs))

const lowDifference = (pairs: readonly Pair[]): number =>
  quantile(
    pairs.map(({ peer }) => peer.wallUs),
    0.1,
  ) -
  quantile(
    pairs.map(({ base }) => base.wallUs),
    0.1,
  )

function ratioNoise(pairs: readonly Pair[], floor: readonly Pair[]): number {
  const floorParts = partsOf(floor)
  return (
    2 *
    standardError(partsOf(pairs).map((part, at) => lowDifference(part) / lowDifference(floorParts[at] ?? [])))
  )
}

/** The floor is one floor by definition; its own noise is that of its microseconds. */
function noiseOf(pairs: readonly Pair[], addedUs: number): number {
  return (2 * standardError(partsOf(pairs).map(lowDifference))) / addedUs
}

function partsOf(pairs: readonly Pair[]): Pair[][] {
  return Array.from({ length: PARTS }, (_, part) => pairs.filter((_pair, at) => at % PARTS === part))
}
