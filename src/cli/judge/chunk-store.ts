import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chunk } from './partitions.ts'

/** Chunks by partition, in the order in which they came. */
export interface ChunkStore {
  add(chunk: Chunk): void
  /** The chunks of a partition; the store forgets them. */
  take(partition: number): Uint8Array<ArrayBuffer>[]
  /** Lets go of everything. */
  close(): void
}

/** Beyond so many bytes chunks go to a temporary file. */
const MAX_BYTES_IN_MEMORY = 16 * 1024 * 1024

interface OnDisk {
  readonly offset: number
  readonly length: number
}

/** A store that keeps `maxBytes` in memory and the rest in a file that has no name once it is open. */
export function createChunkStore(maxBytes = MAX_BYTES_IN_MEMORY): ChunkStore {
  const byPartition = new Map<number, (Uint8Array<ArrayBuffer> | OnDisk)[]>()
  let bytesInMemory = 0
  let file: UnnamedFile | undefined
  let fileLength = 0

  function toDisk(bytes: Uint8Array): OnDisk {
    file ??= openUnnamed()
    writeSync(file.descriptor, bytes, 0, bytes.length, fileLength)
    const place = { offset: fileLength, length: bytes.length }
    fileLength += bytes.length
    return place
  }

  function toMemory(chunk: Uint8Array<ArrayBuffer> | OnDisk): Uint8Array<ArrayBuffer> {
    if (chunk instanceof Uint8Array) {
      bytesInMemory -= chunk.length
      return chunk
    }
    const bytes = new Uint8Array(chunk.length)
    if (file !== undefined) readSync(file.descriptor, bytes, 0, chunk.length, chunk.offset)
    return bytes
  }

  return {
    add({ partition, bytes }) {
      const chunks = byPartition.get(partition) ?? []
      byPartition.set(partition, chunks)
      const isRoom = bytesInMemory + bytes.length <= maxBytes
      if (isRoom) bytesInMemory += bytes.length
      chunks.push(isRoom ? bytes : toDisk(bytes))
    },
    take(partition) {
      const chunks = byPartition.get(partition) ?? []
      byPartition.delete(partition)
      return chunks.map(toMemory)
    },
    close() {
      byPartition.clear()
      file?.close()
      file = undefined
    },
  }
}

interface UnnamedFile {
  readonly descriptor: number
  close(): void
}

/** Opens a file for this process only and takes its name away: it is gone when the process is, however that ends. */
function openUnnamed(): UnnamedFile {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const descriptor = openSync(join(folder, 'facts'), 'wx+', 0o600)
  try {
    remove()
  } catch {
    // Windows keeps the name until the file is closed.
  }
  return {
    descriptor,
    close() {
      closeSync(descriptor)
      remove()
    },
  }
}
