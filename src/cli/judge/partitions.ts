import { FactsPack } from '../../tail/facts/packed/facts-pack.ts'
import { ID, traceHash } from '../../tail/facts/packed/id-words.ts'
import type { SpanFacts } from '../../tail/facts/span-facts.ts'

/** A pack of facts of some of the traces. */
export interface Chunk {
  readonly partition: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** So many that one partition of a large file is unpacked in little memory, so few that their buffers are small. */
export const PARTITIONS = 128
/** A partition is handed on when it holds so many bytes. */
const CHUNK_BYTES = 32 * 1024

/** Sorts facts by what they belong to, so that each partition can be judged on its own. */
export interface Partitions {
  /** `ids`: those of the span, by the words of `ID`. It is kept together with all that have the hash of `trace`. */
  add(facts: SpanFacts, ids: Uint32Array, place: number, mark: number, trace?: Uint32Array): void
  /** What was added since the last time stays. */
  keep(): void
  /** What was added since the last time is forgotten. */
  forget(): void
  /** Hands on what is left. Called once, at the end. */
  flush(): void
}

export function createPartitions(emit: (chunk: Chunk) => void): Partitions {
  const packs = Array.from({ length: PARTITIONS }, () => ({
    pack: new FactsPack(),
    kept: 0,
    isTouched: false,
  }))
  const touched: number[] = []
  const label = { note: 0, mark: 0 }

  function handOn(partition: number, pack: FactsPack): void {
    if (!pack.isEmpty) emit({ partition, bytes: pack.take() })
  }

  function settle(isKept: boolean): void {
    for (const partition of touched) {
      const held = packs[partition]
      if (held === undefined) continue
      if (!isKept) held.pack.forget(held.kept)
      held.isTouched = false
      if (held.pack.size >= CHUNK_BYTES) handOn(partition, held.pack)
    }
    touched.length = 0
  }

  return {
    add(facts, ids, place, mark, trace = ids) {
      const partition = traceHash(trace, ID.trace) % PARTITIONS
      const held = packs[partition]
      if (held === undefined) return
      if (!held.isTouched) {
        held.isTouched = true
        held.kept = held.pack.end
        touched.push(partition)
      }
      label.note = place
      label.mark = mark
      held.pack.add(facts, ids, label)
    },
    keep: () => settle(true),
    forget: () => settle(false),
    flush() {
      for (const [partition, { pack }] of packs.entries()) handOn(partition, pack)
      packs.length = 0
    },
  }
}
