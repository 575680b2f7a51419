/** How much has been read, for people who watch. */
export interface Progress {
  add(bytes: number): void
  /** Takes the bar away. */
  clear(): void
}

const WIDTH = 30
const REDRAW_MS = 100
const SILENT: Progress = { add() {}, clear() {} }

/**
 * A bar on a terminal; nothing anywhere else. `totalBytes` is undefined where the size of an input is not known.
 * It is written by hand: one line that is drawn over needs no package.
 */
export function createProgress(stream: NodeJS.WriteStream, totalBytes: number | undefined): Progress {
  if (stream.isTTY !== true) return SILENT
  let bytes = 0
  let drawnMs = 0
  return {
    add(more) {
      bytes += more
      const nowMs = performance.now()
      if (nowMs - drawnMs < REDRAW_MS) return
      drawnMs = nowMs
      stream.write(`\r${lineOf(bytes, totalBytes)}\u001b[K`)
    },
    clear() {
      if (drawnMs > 0) stream.write('\r\u001b[K')
    },
  }
}

function lineOf(bytes: number, totalBytes: number | undefined): string {
  const read = `${Math.round(bytes / 1e6)} MB`
  if (totalBytes === undefined || totalBytes === 0) return `${read} read`
  const share = Math.min(1, bytes / totalBytes)
  const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.')
  return `${bar} ${Math.floor(share * 100)} % of ${Math.round(totalBytes / 1e6)} MB`
}
