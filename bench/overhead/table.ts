import type { Figures } from './figures.ts'

const HEADS = ['x floor', 'noise', 'limit', '', 'median', 'cpu', 'us added', 'bytes added']
const TITLE_WIDTH = 48
const WIDTH = 12

/** The rows as a table, ratios first. */
export function tableOf(title: string, figures: readonly Figures[]): string {
  const lines = figures.map(
    ({ row, ratio, noise, medianRatio, cpuRatio, addedUs, bytes, isMissed }) =>
      row.title.padEnd(TITLE_WIDTH) +
      cells([
        ratio.toFixed(2),
        `±${noise.toFixed(2)}`,
        row.limit === undefined ? '' : `<= ${row.limit}`,
        verdictOf(row.limit, ratio, isMissed),
        medianRatio.toFixed(2),
        cpuRatio.toFixed(2),
        addedUs.toFixed(1),
        bytes.toFixed(0),
      ]),
  )
  return [title.padEnd(TITLE_WIDTH) + cells(HEADS), ...lines].map((line) => line.trimEnd()).join('\n')
}

const cells = (texts: readonly string[]): string => texts.map((text) => text.padStart(WIDTH)).join('')

/** What is above the limit by less than the noise is neither held nor missed. */
function verdictOf(limit: number | undefined, ratio: number, isMissed: boolean | undefined): string {
  if (limit === undefined || isMissed === undefined) return ''
  if (isMissed) return 'MISSED'
  return ratio <= limit ? 'held' : 'unclear'
}
