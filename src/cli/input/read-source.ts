import { zstdDecompressSync } from 'node:zlib'
import type { Block, Where } from './block.ts'
import { type Bytes, peek } from './byte-stream.ts'
import { decompressed } from './decompress.ts'
import { formatInFrame, formatOf, HEAD_BYTES } from './format.ts'
import { type Frame, readFrames } from './frames.ts'
import { InputFault } from './input-fault.ts'
import { readJsonPieces } from './json-blocks.ts'
import { requestParts } from './request-parts.ts'
import { type Source, sourceFault } from './source.ts'

/** Where the contents of a source go. */
export interface SourceSink {
  block(block: Block): Promise<void>
  problem(where: Where, message: string): void
}

/** The most that a message, a line or a document may have; a text of V8 has not much more. */
const MAX_BYTES = 256 * 1024 * 1024
const PART_BYTES = 1024 * 1024
const EXPECTED = 'expected OTLP (JSON or protobuf) or Jaeger JSON'

/** Reads a source, whatever its content turns out to be. What cannot be read is told to the sink. */
export async function readSource(source: Source, sink: SourceSink): Promise<void> {
  try {
    await readContent(source.open(), sink, true)
  } catch (error) {
    if (error instanceof InputFault) {
      sink.problem(error.offset === undefined ? undefined : { byte: error.offset }, error.message)
    } else sink.problem(undefined, sourceFault(error))
  }
}

async function readContent(stream: Bytes, sink: SourceSink, mayBeCompressed: boolean): Promise<void> {
  const { head, all } = await peek(stream, HEAD_BYTES)
  const format = formatOf(head)
  switch (format) {
    case 'gzip':
    case 'zstd':
      if (!mayBeCompressed) throw new InputFault(`is compressed twice; ${EXPECTED} after the first time`, 0)
      return await readContent(decompressed(all, format), sink, false)
    case 'protobuf':
      for await (const part of requestParts(all, PART_BYTES, MAX_BYTES)) {
        await sink.block({ kind: 'protobuf', at: part.offset, bytes: part.bytes })
      }
      return
    case 'frames':
      for await (const frame of readFrames(all, MAX_BYTES)) await readFrame(frame, sink)
      return
    case 'json':
      return await readJson(all, sink)
    case 'utf16':
      throw new InputFault(`is text in UTF-16, expected UTF-8`, 0)
    case 'binary':
      throw new InputFault(`begins with ${hexOf(head)}, ${EXPECTED}, also in gzip or zstd`, 0)
    case 'empty':
      throw new InputFault(`is empty, ${EXPECTED}`)
  }
}

async function readJson(stream: Bytes, sink: SourceSink): Promise<void> {
  for await (const piece of readJsonPieces(stream)) {
    if ('bytes' in piece) await sink.block({ kind: 'lines', at: piece.firstLine, bytes: piece.bytes })
    else if ('fault' in piece) sink.problem({ line: piece.line }, piece.fault)
    else await sink.block({ kind: 'document', at: piece.line, value: piece.value })
  }
}

async function readFrame({ offset, bytes }: Frame, sink: SourceSink): Promise<void> {
  const format = formatInFrame(bytes)
  if (format !== 'zstd') return await sink.block({ kind: format, at: offset, bytes })
  try {
    const content = new Uint8Array(zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }))
    const inner = formatInFrame(content)
    if (inner === 'zstd') sink.problem({ byte: offset }, `is compressed twice`)
    else await sink.block({ kind: inner, at: offset, bytes: content })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    sink.problem({ byte: offset }, `a compressed message cannot be read: ${error.message}`)
  }
}

function hexOf(head: Uint8Array): string {
  return Array.from(head.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
}
