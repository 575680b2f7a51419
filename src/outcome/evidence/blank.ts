/** Characters that nobody can see and that `trim()` leaves: zero-width ones and direction marks. */
const INVISIBLE = new Set([0xad, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0x2063, 0xfeff])

/** Whether a text shows nothing: empty, spaces, or characters without a shape. Stops at the first visible one. */
export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char > 0x20 && char < 0x7f) return false
    if (!INVISIBLE.has(char) && text.charAt(at).trim() !== '') return false
  }
  return true
}
