const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
]

/** A duration for people: the largest unit that fits, one decimal at most. */
export function sayDuration(ms: number): string {
  for (const [size, unit] of UNITS) if (ms >= size) return `${Math.round((ms / size) * 10) / 10} ${unit}`
  return `${Math.round(ms)} ms`
}
