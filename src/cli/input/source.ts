import { open } from 'node:fs/promises'
import type { Bytes } from './byte-stream.ts'

/** Somewhere that bytes come from. */
export interface Source {
  /** How messages call it. */
  readonly name: string
  /** Bytes in all, where that is known. */
  readonly size: number | undefined
  open(): Bytes
}

const READ_BYTES = 512 * 1024

export function fileSource(path: string, size: number | undefined): Source {
  return { name: path, size, open: () => fileBytes(path) }
}

/** The contents of a file, all of them in one buffer after the other: it would take long until many are collected. */
async function* fileBytes(path: string): Bytes {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(READ_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, READ_BYTES, null)
      if (bytesRead === 0) return
      yield bytes.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

export function standardInput(): Source {
  return { name: 'standard input', size: undefined, open: () => process.stdin }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a directory, expected a file',
  EACCES: 'may not be read: permission denied',
}

/** Why a source could not be read, in plain words where they are known. Any other error is thrown on. */
export function sourceFault(error: unknown): string {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
  return REASONS[String(error.code)] ?? error.message
}

/** The same source, whose bytes are counted as they come. */
export function counted(source: Source, count: (bytes: number) => void): Source {
  return {
    ...source,
    async *open() {
      for await (const chunk of source.open()) {
        count(chunk.length)
        yield chunk
      }
    },
  }
}
