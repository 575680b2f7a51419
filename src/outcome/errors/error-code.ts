/** Longer codes are left out: the limit that `toolspan.error.code` declares. */
const CODE_LIMIT = 64
const CODE = /^[\w.:/-]+$/

/** An error's code as it may leave the process: at most 64 characters of a word, never a sentence. */
export function boundedCode(code: unknown): string | undefined {
  if (typeof code === 'number') return Number.isFinite(code) ? String(code) : undefined
  if (typeof code !== 'string' || code.length === 0 || code.length > CODE_LIMIT) return undefined
  return CODE.test(code) ? code : undefined
}
