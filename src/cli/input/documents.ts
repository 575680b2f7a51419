import { type Line, readLines } from './lines.ts'

/** A JSON document of the input, or a line that is none. */
export type InputDocument =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly fault: string }

/** The longest line, and the longest document over several lines; V8 holds no text of more than 512 Mi characters. */
const MAX_CHARACTERS = 256 * 1024 * 1024

/**
 * The JSON documents of a text: one on each line (JSON lines), or one over all lines (pretty-printed). The first line
 * that is a document on its own settles it for JSON lines; whatever came before is then a fault of its own.
 */
export async function* readDocuments(
  chunks: AsyncIterable<string>,
  maxCharacters = MAX_CHARACTERS,
): AsyncGenerator<InputDocument, void, undefined> {
  let unsettled: Line[] | undefined = []
  let length = 0
  for await (const line of readLines(chunks, maxCharacters)) {
    if (line.text.trim() === '' && !line.tooLong) continue
    if (unsettled === undefined) {
      yield documentOn(line)
      continue
    }
    length += line.text.length
    if (line.tooLong || isDocument(line, unsettled.length === 0)) {
      for (const earlier of unsettled) yield documentOn(earlier)
      unsettled = undefined
      yield documentOn(line)
    } else if (length > maxCharacters) {
      yield { line: unsettled[0]?.number ?? line.number, fault: 'the document is too long to be read' }
      unsettled = undefined
    } else {
      unsettled.push(line)
    }
  }
  if (unsettled !== undefined && unsettled.length > 0) yield documentOver(unsettled)
}

/** Inside a pretty-printed document many lines are JSON by themselves, but none is a whole request. */
function isDocument(line: Line, isFirst: boolean): boolean {
  const parsed = parse(line.text)
  return 'value' in parsed && (isFirst || isRequest(parsed.value))
}

function isRequest(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'resourceSpans' in value
}

function documentOn(line: Line): InputDocument {
  if (line.tooLong) return { line: line.number, fault: 'the line is too long to be read' }
  return { line: line.number, ...parse(line.text) }
}

function documentOver(lines: readonly Line[]): InputDocument {
  const first = lines[0]?.number ?? 1
  const parsed = parse(lines.map((line) => line.text).join('\n'))
  if ('value' in parsed) return { line: first, ...parsed }
  const within = /\(line (\d+) column \d+\)/.exec(parsed.fault)?.[1]
  const faulty = within === undefined ? lines.at(-1) : lines[Number(within) - 1]
  return { line: faulty?.number ?? first, fault: parsed.fault }
}

function parse(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    // trim() also takes off a byte order mark, which JSON.parse refuses.
    const value: unknown = JSON.parse(text.trim())
    return { value }
  } catch (error) {
    return { fault: `not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
