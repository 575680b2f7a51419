import type { Evidence } from './evidence.ts'

/** A failure's words are kept up to this many characters. */
const WORDS_LIMIT = 2048

/** The words that came with a failure, for its detail; undefined when there are none. */
export function failureWords({ texts, words }: Evidence): string | undefined {
  const [first] = texts
  const spoken = texts.length === 1 ? first : (words ?? first)
  return spoken !== undefined && spoken.length > WORDS_LIMIT ? spoken.slice(0, WORDS_LIMIT) : spoken
}
