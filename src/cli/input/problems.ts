import { printable } from '../render/printable.ts'

/** What could not be read, told as it turns up. */
export interface ProblemLog {
  /** Tells a problem of a file; `line` is left out where the file as a whole is concerned. */
  report(file: string, line: number | undefined, message: string): void
  /** Says how many problems were counted but not told. Called once, at the end. */
  close(): void
  /** Problems so far, told or not. */
  readonly count: number
}

/** A file of another kind has a problem on each of its lines; nobody reads more than these. */
const TOLD_PER_FILE = 20

/** A log that hands each line of text to `write`, as `file:line: message`. */
export function createProblemLog(write: (text: string) => void): ProblemLog {
  const byFile = new Map<string, number>()
  return {
    report(file, line, message) {
      const told = byFile.get(file) ?? 0
      byFile.set(file, told + 1)
      if (told >= TOLD_PER_FILE) return
      write(printable(line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`))
    },
    close() {
      for (const [file, count] of byFile) {
        if (count > TOLD_PER_FILE)
          write(printable(`${file}: ${count - TOLD_PER_FILE} more problems of this file`))
      }
    },
    get count() {
      return [...byFile.values()].reduce((sum, count) => sum + count, 0)
    },
  }
}
