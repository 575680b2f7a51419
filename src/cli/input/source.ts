import { createReadStream } from 'node:fs'

/** The text of a file, or of standard input where the name is `-`, in pieces. */
export function openSource(file: string): AsyncIterable<string> {
  if (file === '-') return process.stdin.setEncoding('utf8')
  return createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 })
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
