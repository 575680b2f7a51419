/** Numbers that look like chance and are the same on every run. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** Whether something that happens so often happens this time. */
  happens(share: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
  hex(digits: number): string
}

/** Mulberry32: 32 bits of state, good enough for made-up traces. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    happens: (share) => next() < share,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    hex(digits) {
      let text = ''
      while (text.length < digits)
        text += Math.floor(next() * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
      return text.slice(0, digits)
    },
  }
}
