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
        isMissed === undefined ? '' : isMissed ? 'MISSED' : 'held',
        medianRatio.toFixed(2),
        cpuRatio.toFixed(2),
        addedUs.toFixed(1),
        bytes.toFixed(0),
      ]),
  )
  return [title.padEnd(TITLE_WIDTH) + cells(HEADS), ...lines].map((line) => line.trimEnd()).join('\n')
}

const cells = (texts: readonly string[]): string => texts.map((text) => text.padStart(WIDTH)).join('')
