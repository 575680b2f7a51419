import type { Bytes } from './byte-stream.ts'
import { isWholeDocument } from './document.ts'
import { type ParsedJson, parseJson } from './json-text.ts'
import { createLineReader, type Line, type LineReader, type LinesBlock } from './lines.ts'

/** A piece of a JSON text: many lines with a document each, one document, or a line that is none. */
export type JsonPiece =
  | LinesBlock
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly fault: string }

/** How much is held of a text. */
export interface JsonLimits {
  /** The longest line, and the longest document over several lines. Lines of one block may be a block longer. */
  readonly maxBytes: number
  /** About the size of a block of lines. */
  readonly blockBytes: number
}

const LIMITS: JsonLimits = { maxBytes: 256 * 1024 * 1024, blockBytes: 1024 * 1024 }

/**
 * The documents of a text: one on each line (JSON lines), or one over all lines (pretty-printed). The first line that
 * is a document on its own settles it for JSON lines; whatever came before is then a fault of its own.
 */
export async function* readJsonPieces(
  stream: Bytes,
  { maxBytes, blockBytes }: JsonLimits = LIMITS,
): AsyncGenerator<JsonPiece, void, undefined> {
  const reader = createLineReader(stream, maxBytes)
  const { settling, unsettled } = await settle(reader, maxBytes)
  if (settling === undefined) {
    if (unsettled.length > 0) yield documentOver(unsettled)
    return
  }
  if (settling === 'too long') {
    yield { line: unsettled[0]?.number ?? 1, fault: 'the document is too long to be read' }
  } else {
    for (const line of unsettled) yield pieceOf(line)
    yield pieceOf(settling)
  }
  for (let next = await reader.nextBlock(blockBytes); next !== undefined; ) {
    yield 'bytes' in next ? next : pieceOf(next)
    next = await reader.nextBlock(blockBytes)
  }
}

interface Settled {
  /** The line that settles it; undefined where none does. */
  readonly settling: Line | 'too long' | undefined
  /** What came before it. */
  readonly unsettled: readonly Line[]
}

async function settle(reader: LineReader, maxBytes: number): Promise<Settled> {
  const unsettled: Line[] = []
  let length = 0
  for (let line = await reader.nextLine(); line !== undefined; line = await reader.nextLine()) {
    if (line.text.trim() === '' && !line.tooLong) continue
    length += line.text.length
    if (line.tooLong || isDocument(line, unsettled.length === 0)) return { settling: line, unsettled }
    unsettled.push(line)
    if (length > maxBytes) return { settling: 'too long', unsettled }
  }
  return { settling: undefined, unsettled }
}

/** Inside a pretty-printed document many lines are JSON by themselves, but none is a whole request. */
function isDocument({ text }: Line, isFirst: boolean): boolean {
  if (!isFirst && !/^\s*[[{].*[\]}]\s*$/s.test(text)) return false
  const parsed = parse(text)
  return 'value' in parsed && (isFirst || isWholeDocument(parsed.value))
}

function pieceOf({ number, text, tooLong }: Line): JsonPiece {
  if (tooLong) return { line: number, fault: 'the line is too long to be read' }
  return { line: number, ...parse(text) }
}

function documentOver(lines: readonly Line[]): JsonPiece {
  const first = lines[0]?.number ?? 1
  const parsed = parse(lines.map(({ text }) => text).join('\n'))
  if ('value' in parsed) return { line: first, ...parsed }
  const within = /\(line (\d+) column \d+\)/.exec(parsed.fault)?.[1]
  const faulty = within === undefined ? lines.at(-1) : lines[Number(within) - 1]
  return { line: faulty?.number ?? first, fault: parsed.fault }
}

/** trim() also takes off a byte order mark, which JSON.parse refuses. */
function parse(text: string): ParsedJson {
  return parseJson(text.trim())
}
