/** Keys longer than this carry no meaning that is looked for. */
const KEY_LIMIT = 48

/**
 * A key in snake_case, so that `nextCursor`, `next_cursor`, `NextCursor` and `next-cursor` are one. Marks at the
 * start (`_stale`, `$count`) are dropped. Empty when the key is too long to mean anything here.
 */
export function snakeKey(key: string): string {
  if (key.length > KEY_LIMIT) return ''
  let out = ''
  let before: 'none' | 'lower' | 'upper' | 'gap' = 'none'
  for (let at = 0; at < key.length; at++) {
    const char = key.charAt(at)
    const code = key.charCodeAt(at)
    const isUpper = code >= 65 && code <= 90
    const isLower = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
    if (!isUpper && !isLower) {
      if (before !== 'none') before = 'gap'
      continue
    }
    const startsWord = before === 'gap' || (isUpper && before === 'lower')
    if (startsWord && out !== '') out += '_'
    out += isUpper ? char.toLowerCase() : char
    before = isUpper ? 'upper' : 'lower'
  }
  return out
}
