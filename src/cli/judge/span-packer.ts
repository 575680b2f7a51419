import { readFactsWith } from '../../tail/facts/read-facts.ts'
import type { SpanInput } from '../../tail/facts/span-input.ts'
import type { Judging } from '../../tail/judging.ts'
import { jointsOf, linkedTracesOf } from '../../tail/model/run.ts'
import { createJoinedTraces, type Joints } from './joined-traces.ts'
import { type Chunk, createPartitions } from './partitions.ts'

/** Takes spans, keeps their facts packed, and hands them on in chunks. */
export interface SpanPacker {
  /** `place`: where in the input the span stands; later places are greater. */
  add(span: SpanInput, place: number): void
  /** Hands on what is left, and says which traces belong together. */
  finish(): Joints
}

export function createSpanPacker({ tools, cues }: Judging, emit: (chunk: Chunk) => void): SpanPacker {
  const partitions = createPartitions(emit)
  const joined = createJoinedTraces()
  return {
    add(span, place) {
      const facts = readFactsWith(tools, span)
      for (const name of jointsOf(facts)) joined.joinByName(name, facts.traceId)
      for (const other of linkedTracesOf(facts)) joined.join(facts.traceId, other)
      partitions.add(facts.traceId, facts, place, cues.markOf(facts))
    },
    finish() {
      partitions.flush()
      return joined.joints
    },
  }
}
