/** A duration as people say it: `250 ms`, `25.6 s`, `4 min 10 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  const whole = Math.round(ms)
  if (whole < 1000) return `${whole} ms`
  if (whole < 60_000) return `${Math.round(whole / 100) / 10} s`
  const seconds = Math.round(whole / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The largest time that a Date can hold. */
const MAX_DATE_MS = 8.64e15

/** A point in time as UTC, to the millisecond; `?` for a number that is none. */
export function moment(epochMs: number): string {
  return Math.abs(epochMs) <= MAX_DATE_MS ? new Date(epochMs).toISOString() : '?'
}
