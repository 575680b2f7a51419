import { latin1Text, textOf } from '../../service/intake/body-text.ts'
import { readLogsProtobuf } from '../../tail/facts/otlp-logs-protobuf.ts'
import { readOtlpProtobuf } from '../../tail/facts/otlp-protobuf.ts'
import { createJsonScanner } from '../../tail/facts/scan/json-scanner.ts'
import { createProtobufScanner } from '../../tail/facts/scan/protobuf-scanner.ts'
import type { ScannedSpan } from '../../tail/facts/scan/scanned-span.ts'
import type { SpanScanner } from '../../tail/facts/scan/span-scanner.ts'
import type { SpanInput } from '../../tail/facts/span-input.ts'
import { readDocument } from './document.ts'
import { parseJson } from './json-text.ts'
import { linesOf } from './lines.ts'
import { openCallSink } from './open-calls.ts'
import { signalOf } from './protobuf-signal.ts'

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

/** Whoever takes spans as scanners read them: they make no objects, and they do not know what is wrong. */
export interface BlockScan extends BlockScanners {
  /** It counts only once `keep` is called. */
  scanned(span: ScannedSpan, index: number): void
  keep(): void
  /** Forgets what was scanned since the last time: it comes again as objects. */
  forget(): void
}

export interface BlockScanners {
  readonly json: SpanScanner
  readonly protobuf: SpanScanner
}

/** Scanners that make texts the fast way of Node. */
export function createBlockScanners(): BlockScanners {
  return { json: createJsonScanner(latin1Text), protobuf: createProtobufScanner(latin1Text) }
}

/**
 * Reads the spans of a block. What cannot be read goes to the sink and hides nothing else.
 * @param scan takes the spans of requests that can be scanned; without it all of them go to the sink
 */
export function readBlock(block: Block, sink: BlockSink, scan?: BlockScan): void {
  const { at } = block
  switch (block.kind) {
    case 'document':
      readDocument(block.value, spansTo(sink, { line: at }, 0))
      break
    case 'protobuf':
      readProtobuf(block.bytes, at, sink, scan)
      break
    case 'json':
      if (!isScanned(scan, scan?.json, block.bytes, 0, block.bytes.length, 0))
        readText(textOf(block.bytes), sink, { byte: at }, 0)
      break
    case 'lines':
      for (const { number, start, end } of linesOf({ firstLine: at, bytes: block.bytes })) {
        const index = number - at
        if (isScanned(scan, scan?.json, block.bytes, start, end, index)) continue
        const text = textOf(block.bytes.subarray(start, end))
        if (text.trim() !== '') readText(text, sink, { line: number }, index)
      }
  }
}

/** Requests of all signals begin alike; a file of the Collector may hold each of them. */
function readProtobuf(bytes: Uint8Array, at: number, sink: BlockSink, scan: BlockScan | undefined): void {
  const signal = signalOf(bytes)
  if (signal === 'metrics') return
  const to = spansTo(sink, undefined, 0)
  if (signal === 'logs') readLogsProtobuf(bytes, openCallSink(to))
  else if (!isScanned(scan, scan?.protobuf, bytes, 0, bytes.length, 0)) readOtlpProtobuf(bytes, to, at)
}

/** Whether a scanner could read the request between `start` and `end`. */
function isScanned(
  scan: BlockScan | undefined,
  scanner: SpanScanner | undefined,
  bytes: Uint8Array,
  start: number,
  end: number,
  index: number,
): boolean {
  if (scan === undefined || scanner === undefined) return false
  const isRead = scanner.scan(bytes, start, end, { scanned: (span) => scan.scanned(span, index) })
  if (isRead) scan.keep()
  else scan.forget()
  return isRead
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
