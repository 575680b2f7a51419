/**
 * Where the JSON object or list that opens at `open` is closed again; -1 when it is not, up to `end`. Brackets
 * inside strings do not count.
 */
export function closingAt(text: string, open: number, end = text.length): number {
  let depth = 0
  let inString = false
  for (let at = open; at < end; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) depth++
    else if ((char === 0x7d || char === 0x5d) && --depth === 0) return at
  }
  return -1
}
