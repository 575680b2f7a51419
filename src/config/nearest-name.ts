/** A name that differs in more than a third of its letters was not meant. */
const MAX_SHARE = 1 / 3
/** Longer names are not compared: what comes in may be anything. */
const MAX_LENGTH = 100

/** The one of `names` that was most likely meant by `name`; undefined where none is near. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const wanted = plain(name)
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of names) {
    const steps = distance(wanted, plain(candidate))
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) * MAX_SHARE))
    if (steps < least && steps <= limit) {
      nearest = candidate
      least = steps
    }
  }
  return nearest
}

/** `loop_steps`, `loop-steps` and `loopSteps` are one name to people. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '')
}

/** Letters to insert, take away, replace or swap with their neighbour (Damerau, optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) least = Math.min(least, at(beforeLast, j - 2) + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
