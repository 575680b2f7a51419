// Control characters (a terminal obeys them), line and paragraph separators, marks that turn the writing direction
// or take no room, and halves of surrogate pairs.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/**
 * A text from outside as it may go to a terminal: on one line, with every character that would not show as itself
 * written as an escape.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
