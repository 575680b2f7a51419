import { createFactsPack, type FactsPack } from '../../tail/facts/packed/facts-pack.ts'
import type { SpanFacts } from '../../tail/facts/span-facts.ts'

/** A pack of facts of some of the traces. */
export interface Chunk {
  readonly partition: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** So many that one partition of a large file is unpacked in little memory, so few that their buffers are small. */
export const PARTITIONS = 128
/** A partition is handed on when it holds so many bytes. */
const CHUNK_BYTES = 64 * 1024

/** Sorts facts by what they belong to, so that each partition can be judged on its own. */
export interface Partitions {
  /** `key` is a trace id, or whatever else must stay together. */
  add(key: string, facts: SpanFacts, place: number, mark: number): void
  /** Hands on what is left. */
  flush(): void
}

export function createPartitions(emit: (chunk: Chunk) => void): Partitions {
  const packs: (FactsPack | undefined)[] = []

  function handOn(partition: number, pack: FactsPack): void {
    emit({ partition, bytes: pack.take() })
  }

  return {
    add(key, facts, place, mark) {
      const hash = hashOf(key)
      const partition = hash % PARTITIONS
      let pack = packs[partition]
      if (pack === undefined) {
        pack = createFactsPack()
        packs[partition] = pack
      }
      pack.add(facts, { note: place, mark, traceHash: hash })
      if (pack.size >= CHUNK_BYTES) handOn(partition, pack)
    },
    flush() {
      for (const [partition, pack] of packs.entries()) {
        if (pack !== undefined && pack.size > 0) handOn(partition, pack)
      }
    },
  }
}

/** FNV-1a over all digits: ids of some tracers differ in a few of them only. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 16)) >>> 0
}
