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
