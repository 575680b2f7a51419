/** Closes something; calling it again does nothing. */
export type Close = () => Promise<void>

/** Everything that was opened and has to be closed, whatever goes wrong. */
export interface Closing {
  /** Notes how to close what was just opened, and gives back a way to close it before the end. */
  add(close: () => unknown): Close
  /** Closes what is still open, the last thing first. */
  all(): Promise<void>
}

export function createClosing(): Closing {
  const closes: Close[] = []
  return {
    add(close) {
      let isClosed = false
      const closeOnce = async (): Promise<void> => {
        if (isClosed) return
        isClosed = true
        await close()
      }
      closes.push(closeOnce)
      return closeOnce
    },
    async all() {
      for (const close of closes.reverse()) await close()
    },
  }
}
