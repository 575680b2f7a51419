/** How much a line of the log matters. */
export type LogLevel = 'info' | 'warning' | 'error'

/** Writes one line for each thing that happened. */
export type Log = (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void

/** A log of one JSON object a line. JSON escapes whatever a span may have brought: no line can be made up. */
export function createJsonLog(write: (line: string) => void, nowMs: () => number): Log {
  return (level, message, details = {}) => {
    const time = new Date(nowMs()).toISOString()
    write(`${escapeHigh(JSON.stringify({ time, level, message, ...details }))}\n`)
  }
}

/** JSON lets control characters beyond ASCII and line separators pass; terminals do not. */
function escapeHigh(json: string): string {
  return json.replaceAll(
    /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** What may be said of an error: its message, and the code that Node gives it. */
export function errorDetails(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: error.message, ...('code' in error ? { code: error.code } : {}) }
}
