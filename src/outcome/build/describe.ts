/** A value shown in a sentence is cut here; the envelope below the sentence has the whole of it. */
const SHOWN_LIMIT = 300

/** A value in the words of a sentence: `status=open, region=eu` for an object of plain values, else JSON. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (pairs(value) ?? asJson(value))
  return cut(text, SHOWN_LIMIT)
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text
}

function pairs(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const parts: string[] = []
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue
    if (typeof part === 'object' && part !== null) return undefined
    parts.push(`${key}=${String(part)}`)
  }
  return parts.length === 0 ? undefined : parts.join(', ')
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/** Names in the words of a sentence. */
export function listed(names: readonly unknown[]): string {
  return names.map(shown).join(', ')
}

/** Longer texts are cut in the sentence; the envelope below it has the whole. */
const SENTENCE_LIMIT = 1000

/** A text as a sentence: with a full stop. */
export function sentence(text: string): string {
  const trimmed = cut(text.trim(), SENTENCE_LIMIT)
  return trimmed === '' || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/** `1 result`, `2 results`. */
export function amountOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
