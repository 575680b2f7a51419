import { readOtlpProtobuf } from '../../tail/facts/otlp-protobuf.ts'
import type { SpanInput } from '../../tail/facts/span-input.ts'
import { readDocument } from './document.ts'
import { parseJson } from './json-text.ts'
import { linesOf } from './lines.ts'

/** A piece of an input that can be read on its own. */
export type Block = BytesBlock | DocumentBlock

/** Plain data: it travels between threads. */
export interface BytesBlock {
  /** Lines with a document each; one document; one request. */
  readonly kind: 'lines' | 'json' | 'protobuf'
  /** Where it begins: lines count from 1, bytes from 0. */
  readonly at: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A document that was parsed already. */
export interface DocumentBlock {
  readonly kind: 'document'
  /** Its first line. */
  readonly at: number
  readonly value: unknown
}

/** A place in an input, as far as it is known. */
export type Where = { readonly line: number } | { readonly byte: number } | undefined

export interface BlockSink {
  /** `index`: of spans of one block the later ones stand on later lines. */
  span(span: SpanInput, index: number): void
  problem(where: Where, message: string): void
}

/** Reads the spans of a block. What cannot be read goes to the sink and hides nothing else. */
export function readBlock(block: Block, sink: BlockSink): void {
  const { at } = block
  switch (block.kind) {
    case 'document':
      readDocument(block.value, spansTo(sink, { line: at }, 0))
      break
    case 'protobuf':
      readOtlpProtobuf(block.bytes, spansTo(sink, undefined, 0), at)
      break
    case 'json':
      readText(Buffer.from(block.bytes).toString('utf8'), sink, { byte: at }, 0)
      break
    case 'lines':
      for (const { number, text } of linesOf({ firstLine: at, bytes: block.bytes }))
        readText(text, sink, { line: number }, number - at)
  }
}

function readText(text: string, sink: BlockSink, where: Where, index: number): void {
  const parsed = parseJson(text)
  if ('fault' in parsed) sink.problem(where, parsed.fault)
  else readDocument(parsed.value, spansTo(sink, where, index))
}

function spansTo(sink: BlockSink, where: Where, index: number) {
  return {
    span: (span: SpanInput) => sink.span(span, index),
    problem: (message: string) => sink.problem(where, message),
  }
}
