import { FINDINGS_SCOPE } from '../../semconv/scopes.ts'
import { ID, writeId, writeIds } from '../../tail/facts/packed/id-words.ts'
import type { SpanInput } from '../../tail/facts/span-input.ts'
import type { Judging } from '../../tail/judging.ts'
import {
  type Block,
  type BlockScan,
  type BlockSink,
  createBlockScanners,
  readBlock,
  type Where,
} from '../input/block.ts'
import type { Joints } from './joined-traces.ts'
import { judgePartition, type PartitionFindings } from './judge-partition.ts'
import { type Chunk, createPartitions } from './partitions.ts'
import { createSpanPacker } from './span-packer.ts'

/** What reading a block brought. */
export interface ReadResult {
  readonly spans: number
  readonly problems: readonly { readonly where: Where; readonly message: string }[]
  /** Problems beyond those that are told. */
  readonly moreProblems: number
  readonly chunks: readonly Chunk[]
}

/** Somebody who reads and judges: this thread or another one. It keeps nothing but what it has not handed on. */
export interface Hand {
  /** `first`: the place of the first span; the others follow it. */
  read(block: Block, first: number): ReadResult
  /** What is left after the last block, and which traces belong together. */
  finish(): { readonly chunks: readonly Chunk[]; readonly joints: Joints }
  /** From now on these traces are judged by group. */
  setGroups(groups: ReadonlyMap<string, string>): void
  /** Judges a partition but for the traces that have a group: those are packed anew, by group. */
  judge(chunks: readonly Uint8Array<ArrayBuffer>[]): PartitionResult
  /** What is left of the traces that have a group. */
  finishGroups(): { readonly chunks: readonly Chunk[] }
  /** Judges a partition of traces that have a group. */
  judgeGroups(chunks: readonly Uint8Array<ArrayBuffer>[]): PartitionFindings
}

export interface PartitionResult extends PartitionFindings {
  readonly chunks: readonly Chunk[]
}

/** More problems of one block than these are counted only. */
const TOLD_PER_BLOCK = 20

export function createHand(judging: Judging): Hand {
  let emitted: Chunk[] = []
  let groups: ReadonlyMap<string, string> = new Map()
  const packer = createSpanPacker(judging, (chunk) => emitted.push(chunk))
  const grouped = createPartitions((chunk) => emitted.push(chunk))
  const scanners = createBlockScanners()
  const spanIds = new Uint32Array(ID.words)
  const groupId = new Uint32Array(ID.words)

  function takeChunks(): Chunk[] {
    const taken = emitted
    emitted = []
    return taken
  }

  return {
    read(block, first) {
      const problems: { where: Where; message: string }[] = []
      let spans = 0
      let scannedSpans = 0
      let moreProblems = 0
      const sink: BlockSink = {
        span(span: SpanInput, index: number) {
          spans += 1
          if (span.scope !== FINDINGS_SCOPE) packer.add(span, first + index)
        },
        problem(where, message) {
          if (problems.length < TOLD_PER_BLOCK) problems.push({ where, message })
          else moreProblems += 1
        },
      }
      const scan: BlockScan = {
        ...scanners,
        scanned(span, index) {
          scannedSpans += 1
          if (span.scope !== FINDINGS_SCOPE) packer.scanned(span, first + index)
        },
        keep() {
          spans += scannedSpans
          scannedSpans = 0
          packer.keep()
        },
        forget() {
          scannedSpans = 0
          packer.forget()
        },
      }
      readBlock(block, sink, scan)
      return { spans, problems, moreProblems, chunks: takeChunks() }
    },
    finish() {
      const joints = packer.finish()
      return { chunks: takeChunks(), joints }
    },
    setGroups(given) {
      groups = given
    },
    judge(chunks) {
      const found = judgePartition(chunks, judging, (reader, span) => {
        const traceId = groups.size === 0 ? undefined : reader.traceIdOf(span)
        const group = traceId === undefined ? undefined : groups.get(traceId)
        if (group === undefined) return reader.traceHashOf(span)
        const facts = reader.unpack(span)
        writeIds(facts, spanIds)
        writeId(group, groupId, ID.trace)
        grouped.add(facts, spanIds, reader.noteOf(span), reader.markOf(span), groupId)
        grouped.keep()
        return undefined
      })
      return { ...found, chunks: takeChunks() }
    },
    finishGroups() {
      grouped.flush()
      return { chunks: takeChunks() }
    },
    judgeGroups(chunks) {
      return judgePartition(chunks, judging, (reader, span) => {
        const traceId = reader.traceIdOf(span)
        return groups.get(traceId) ?? traceId
      })
    },
  }
}
