/** Two words of 32 bits as 16 lower-case hex digits. One allocation; putting pairs of digits together would take seven. */
export function hexOfWords(first: number, second: number): string {
  return String.fromCharCode(
    hexDigit(first >>> 28),
    hexDigit(first >>> 24),
    hexDigit(first >>> 20),
    hexDigit(first >>> 16),
    hexDigit(first >>> 12),
    hexDigit(first >>> 8),
    hexDigit(first >>> 4),
    hexDigit(first),
    hexDigit(second >>> 28),
    hexDigit(second >>> 24),
    hexDigit(second >>> 20),
    hexDigit(second >>> 16),
    hexDigit(second >>> 12),
    hexDigit(second >>> 8),
    hexDigit(second >>> 4),
    hexDigit(second),
  )
}

/** The character code of the hex digit for the last four bits of a number, without a branch that nothing foretells. */
export function hexDigit(bits: number): number {
  const nibble = bits & 15
  // 39 lie between "9" and "a".
  return 48 + nibble + 39 * ((9 - nibble) >>> 31)
}
