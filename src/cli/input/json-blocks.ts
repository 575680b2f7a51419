import type { Bytes } from './byte-stream.ts'
import { isWholeDocument } from './document.ts'
import { type DocumentPiece, depthOf, documentsOver, parse } from './json-documents.ts'
import { createLineReader, type Line, type LineReader, type LinesBlock } from './lines.ts'

/** A piece of a JSON text: many lines with a document each, one document, or a line that is none. */
export type JsonPiece = LinesBlock | DocumentPiece

/** How much is held of a text. */
export interface JsonLimits {
  /** The longest line, and the longest document over several lines. Lines of one block may be a block longer. */
  readonly maxBytes: number
  /** About the size of a block of lines. */
  readonly blockBytes: number
}

const LIMITS: JsonLimits = { maxBytes: 256 * 1024 * 1024, blockBytes: 1024 * 1024 }

/**
 * The documents of a text: one on each line (JSON lines), or each over several lines (pretty-printed), one after the
 * other. The first line that is a document on its own settles it for JSON lines; whatever came before it and was no
 * document is then a fault of its own.
 */
export async function* readJsonPieces(
  stream: Bytes,
  { maxBytes, blockBytes }: JsonLimits = LIMITS,
): AsyncGenerator<JsonPiece, void, undefined> {
  const reader = createLineReader(stream, maxBytes)
  yield* readPrettyPrinted(reader, maxBytes)
  for (let next = await reader.nextBlock(blockBytes); next !== undefined; ) {
    yield 'bytes' in next ? next : pieceOf(next)
    next = await reader.nextBlock(blockBytes)
  }
}

/** Up to the line that settles it for JSON lines, that line included. */
async function* readPrettyPrinted(
  reader: LineReader,
  maxBytes: number,
): AsyncGenerator<DocumentPiece, void, undefined> {
  let held: Line[] = []
  let length = 0
  let depth = 0
  /** Of lines that are nothing one after the other, only the first is told. */
  let isWithinProse = false
  for (let line = await reader.nextLine(); line !== undefined; line = await reader.nextLine()) {
    if (line.text.trim() === '' && !line.tooLong) continue
    if (line.tooLong || isDocument(line, held.length === 0)) {
      for (const before of held) yield pieceOf(before)
      yield pieceOf(line)
      return
    }
    held.push(line)
    length += line.text.length
    depth += depthOf(line.text)
    if (length > maxBytes) {
      yield { line: held[0]?.number ?? 1, fault: 'the document is too long to be read' }
      return
    }
    if (depth > 0) continue
    const isProse = held.length === 1 && !/[[{]/.test(line.text)
    if (!isProse || !isWithinProse) yield* documentsOver(held)
    isWithinProse = isProse
    held = []
    length = 0
    depth = 0
  }
  if (held.length > 0) yield* documentsOver(held)
}

/** Inside a pretty-printed document many lines are JSON by themselves, but none is a whole request. */
function isDocument({ text }: Line, isFirst: boolean): boolean {
  if (!isFirst && !/^\s*[[{].*[\]}]\s*$/s.test(text)) return false
  const parsed = parse(text)
  return 'value' in parsed && (isFirst || isWholeDocument(parsed.value))
}

function pieceOf({ number, text, tooLong }: Line): DocumentPiece {
  if (tooLong) return { line: number, fault: 'the line is too long to be read' }
  return { line: number, ...parse(text) }
}
