import { hexOf, ID, writeIds } from '../../tail/facts/packed/id-words.ts'
import { readFactsWith } from '../../tail/facts/read-facts.ts'
import { createScannedFacts } from '../../tail/facts/scan/scanned-facts.ts'
import type { ScannedSpan } from '../../tail/facts/scan/scanned-span.ts'
import type { SpanFacts } from '../../tail/facts/span-facts.ts'
import type { SpanInput } from '../../tail/facts/span-input.ts'
import type { Judging } from '../../tail/judging.ts'
import { jointsOf, linkedTracesOf } from '../../tail/model/run.ts'
import { createJoinedTraces, type Joints } from './joined-traces.ts'
import { type Chunk, createPartitions } from './partitions.ts'

/** Takes spans, keeps their facts packed, and hands them on in chunks. */
export interface SpanPacker {
  /** `place`: where in the input the span stands; later places are greater. */
  add(span: SpanInput, place: number): void
  /** The same for a span that was scanned. It counts only once `keep` is called. */
  scanned(span: ScannedSpan, place: number): void
  keep(): void
  /** Forgets what was added since the last time. */
  forget(): void
  /** Hands on what is left, and says which traces belong together. */
  finish(): Joints
}

export function createSpanPacker({ tools, cues }: Judging, emit: (chunk: Chunk) => void): SpanPacker {
  const partitions = createPartitions(emit)
  const joined = createJoinedTraces()
  const scanned = createScannedFacts(tools)
  const wordsOfIds = new Uint32Array(ID.words)
  /** What the spans say that are not kept yet. */
  const names: [name: string, traceId: string][] = []
  const links: [traceId: string, other: string][] = []

  function noteJoints(facts: SpanFacts, ids: Uint32Array): void {
    for (const name of jointsOf(facts)) names.push([name, hexOf(ids, ID.trace, ID.span)])
    for (const other of linkedTracesOf(facts)) links.push([hexOf(ids, ID.trace, ID.span), other])
  }

  function keep(): void {
    for (const [name, traceId] of names) joined.joinByName(name, traceId)
    for (const [traceId, other] of links) joined.join(traceId, other)
    names.length = 0
    links.length = 0
    partitions.keep()
  }

  return {
    add(span, place) {
      const facts = readFactsWith(tools, span)
      writeIds(facts, wordsOfIds)
      noteJoints(facts, wordsOfIds)
      partitions.add(facts, wordsOfIds, place, cues.markOf(facts))
      keep()
    },
    scanned(span, place) {
      const facts = scanned.read(span)
      noteJoints(facts, span.ids)
      partitions.add(facts, span.ids, place, cues.markOf(facts))
    },
    keep,
    forget() {
      names.length = 0
      links.length = 0
      partitions.forget()
    },
    finish() {
      partitions.flush()
      return joined.joints
    },
  }
}
