import { printable } from '../render/printable.ts'
import type { Where } from './block.ts'

/** What could not be read, told as it turns up. */
export interface ProblemLog {
  /** Tells a problem of a file, or counts it only. `where` is undefined where the message names the place itself. */
  report(file: string, where: Where, message: string): void
  /** Counts problems of a file that nobody has the words of. */
  more(file: string, count: number): void
  /** Says how many problems were counted but not told. Called once, at the end. */
  close(): void
  /** Problems so far, told or not. */
  readonly count: number
}

/** A file of another kind has a problem on each of its lines; nobody reads more than these. */
const TOLD_PER_FILE = 20

/** A log that hands each line of text to `write`, as `file:line: message` or `file: byte n: message`. */
export function createProblemLog(write: (text: string) => void): ProblemLog {
  const byFile = new Map<string, { told: number; untold: number }>()

  function countsOf(file: string): { told: number; untold: number } {
    const counts = byFile.get(file) ?? { told: 0, untold: 0 }
    byFile.set(file, counts)
    return counts
  }

  return {
    report(file, where, message) {
      const counts = countsOf(file)
      if (counts.told < TOLD_PER_FILE) {
        counts.told += 1
        write(printable(`${file}${placeOf(where)}: ${message}`))
      } else counts.untold += 1
    },
    more(file, count) {
      if (count > 0) countsOf(file).untold += count
    },
    close() {
      for (const [file, { untold }] of byFile) {
        if (untold > 0) write(printable(`${file}: ${untold} more problems of this file`))
      }
    },
    get count() {
      return [...byFile.values()].reduce((sum, { told, untold }) => sum + told + untold, 0)
    },
  }
}

function placeOf(where: Where): string {
  if (where === undefined) return ''
  return 'line' in where ? `:${where.line}` : `: byte ${where.byte}`
}
