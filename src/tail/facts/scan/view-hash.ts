const WORD = 4
/** A third of the way into fewer bytes less than a word is left. */
const LEAST = 6

/**
 * A hash over the length and three words of the bytes: enough to tell most texts apart before they are compared. About a
 * third of the way in stand the digits of names that are numbered.
 */
export function viewHash(view: DataView, start: number, end: number): number {
  const length = end - start
  if (length < LEAST) return hashOfFew(view, start, end)
  const first = view.getInt32(start, true)
  // A division would take as long as all the rest.
  const third = view.getInt32(start + Math.min((length * 85) >>> 8, length - WORD), true)
  const last = view.getInt32(end - WORD, true)
  return mixed(first ^ Math.imul(third ^ length, 0x85ebca6b) ^ Math.imul(last, 0xcc9e2d51))
}

function hashOfFew(view: DataView, start: number, end: number): number {
  let few = end - start
  for (let at = start; at < end; at++) few = (few << 8) | view.getUint8(at)
  return mixed(few)
}

function mixed(bits: number): number {
  const product = Math.imul(bits ^ (bits >>> 15), 0x9e3779b1)
  return product ^ (product >>> 15)
}

/** Whether `length` bytes are the same in both: a word at a time, the last of which may begin in the one before. */
export function isSameInViews(a: DataView, atA: number, b: DataView, atB: number, length: number): boolean {
  if (length < WORD) {
    for (let offset = 0; offset < length; offset++)
      if (a.getUint8(atA + offset) !== b.getUint8(atB + offset)) return false
    return true
  }
  const last = length - WORD
  for (let offset = 0; offset < last; offset += WORD)
    if (a.getInt32(atA + offset, true) !== b.getInt32(atB + offset, true)) return false
  return a.getInt32(atA + last, true) === b.getInt32(atB + last, true)
}
