const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** A duration such as `90s`, `30m`, `1h` or `7d`, in milliseconds; undefined where it is none. */
export function durationMs(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const size = UNITS[unit]
  return size === undefined || Number(count) === 0 ? undefined : Number(count) * size
}
