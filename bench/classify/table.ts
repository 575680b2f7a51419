import { median } from '../statistics.ts'
import type { Figures } from './figures.ts'

const TITLE_WIDTH = 34
const WIDTH = 12

export const HEAD = line('', ['x parse', 'us', 'slowest us', 'limit', '', 'bodies', 'bytes', 'ns a byte'])

/** One kind as a row, ratios first. */
export function rowOf({ kind, us, slowestUs, parses, isMissed }: Figures): string {
  const bytes = median(kind.bodies.map((body) => body.bytes))
  return line(kind.title, [
    parses?.toFixed(2) ?? '',
    us.toFixed(2),
    slowestUs.toFixed(2),
    limitOf(kind.limitUs, kind.limitParses),
    isMissed === undefined ? '' : isMissed ? 'MISSED' : 'held',
    String(kind.bodies.length),
    String(bytes),
    ((us * 1000) / bytes).toFixed(2),
  ])
}

function limitOf(us: number | undefined, parses: number | undefined): string {
  if (us !== undefined) return `<= ${us} us`
  return parses === undefined ? '' : `<= ${parses} x`
}

function line(title: string, cells: readonly string[]): string {
  return (title.padEnd(TITLE_WIDTH) + cells.map((cell) => cell.padStart(WIDTH)).join('')).trimEnd()
}
