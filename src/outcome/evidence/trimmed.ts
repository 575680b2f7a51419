/** What `trim()` gives, without the call where a text begins and ends with a visible character of ASCII: most do. */
export function trimmed(text: string): string {
  return isVisible(text.charCodeAt(0)) && isVisible(text.charCodeAt(text.length - 1)) ? text : text.trim()
}

const isVisible = (char: number): boolean => char > 0x20 && char < 0x7f
