import { jsonFaultAt } from './json-fault.ts'
import { type ParsedJson, parseJson } from './json-text.ts'
import type { Line } from './lines.ts'

/** A document, or why there is none, with the line where it begins or where it is wrong. */
export type DocumentPiece =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly fault: string }

/** How much deeper a line is at its end than at its start. A string that does not end on its line ends with it. */
export function depthOf(line: string): number {
  let depth = 0
  let isString = false
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (isString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isString = false
    } else if (code === QUOTE) isString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
  }
  return depth
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * The documents of lines whose brackets come to an end together, or never. One that is wrong does not hide the next:
 * a bracket at the very start of a line begins another document, where the lines before it are none.
 */
export function documentsOver(lines: readonly Line[]): readonly DocumentPiece[] {
  const whole = documentOver(lines)
  if ('value' in whole) return [whole]
  const starts = lines.flatMap((line, index) => (index > 0 && /^[[{]/.test(line.text) ? [index] : []))
  if (starts.length === 0) return [whole]
  return [0, ...starts].map((start, index) => documentOver(lines.slice(start, starts[index])))
}

function documentOver(lines: readonly Line[]): DocumentPiece {
  const first = lines[0]?.number ?? 1
  const text = lines.map((line) => line.text).join('\n')
  const parsed = parse(text)
  if ('value' in parsed) return { line: first, ...parsed }
  if (lines.length === 1) return { line: first, fault: parsed.fault }
  const offset = jsonFaultAt(withoutMark(text))
  if (offset === undefined) return { line: first, fault: parsed.fault }
  const before = withoutMark(text).slice(0, offset).split('\n')
  const line = lines[before.length - 1]
  const column = (before.at(-1)?.length ?? 0) + 1
  return { line: line?.number ?? first, fault: `${withoutPlace(parsed.fault)}, column ${column}` }
}

/** The places in messages of JSON.parse count from the start of the document, which nobody sees. */
function withoutPlace(fault: string): string {
  return fault.replace(/ \(line \d+ column \d+\)$/, '').replace(/ (?:in JSON )?at position \d+$/, '')
}

/** A byte order mark, which JSON.parse refuses. */
const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** trim() also takes off a byte order mark. */
export function parse(text: string): ParsedJson {
  return parseJson(text.trim())
}
