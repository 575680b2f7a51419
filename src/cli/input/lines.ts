import { bufferOf, textOf } from '../../service/intake/body-text.ts'
import type { Bytes } from './byte-stream.ts'
import { HeldBytes } from './held-bytes.ts'

/** One line of a stream, without its end. */
export interface Line {
  /** 1 is the first. */
  readonly number: number
  readonly text: string
  /** True where the line was longer than allowed: `text` is then empty. */
  readonly tooLong: boolean
}

/** Whole lines, one after the other. */
export interface LinesBlock {
  readonly firstLine: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The lines of a stream: one at a time, or many at once. */
export interface LineReader {
  nextLine(): Promise<Line | undefined>
  /** Whole lines of about `size` bytes, or of more where one line is longer; a line that is too long on its own. */
  nextBlock(size: number): Promise<LinesBlock | Line | undefined>
}

const NEWLINE = 0x0a

/** A line of more than `maxBytes` is read past and marked, so that no input fills the memory. */
export function createLineReader(stream: Bytes, maxBytes: number): LineReader {
  const iterator = stream[Symbol.asyncIterator]()
  const held = new HeldBytes()
  let number = 1

  async function readMore(): Promise<boolean> {
    const next = await iterator.next()
    if (next.done === true) return false
    held.add(next.value)
    return true
  }

  /** Where the first newline stands; -1 at the end of the stream, undefined where the line is too long. */
  async function firstNewline(): Promise<number | undefined> {
    for (let searched = 0; ; ) {
      const at = bufferOf(held.view).indexOf(NEWLINE, searched)
      searched = at === -1 ? held.length : at
      if (searched > maxBytes) return undefined
      if (at !== -1) return at
      if (!(await readMore())) return -1
    }
  }

  async function passLongLine(): Promise<Line> {
    let at = bufferOf(held.view).indexOf(NEWLINE)
    while (at === -1) {
      held.drop(held.length)
      if (!(await readMore())) break
      at = bufferOf(held.view).indexOf(NEWLINE)
    }
    held.drop(at + 1)
    return { number: number++, text: '', tooLong: true }
  }

  return {
    async nextLine() {
      const at = await firstNewline()
      if (at === undefined) return await passLongLine()
      if (held.length === 0) return undefined
      const text = textOf(at === -1 ? held.view : held.view.subarray(0, at))
      held.drop(at === -1 ? held.length : at + 1)
      return { number: number++, text, tooLong: false }
    },
    async nextBlock(size) {
      while (held.length < size && (await readMore()));
      let at = bufferOf(held.view).lastIndexOf(NEWLINE)
      if (at === -1) {
        const first = await firstNewline()
        if (first === undefined) return await passLongLine()
        at = first
      }
      if (held.length === 0) return undefined
      const bytes = held.take(at === -1 ? held.length : at + 1)
      const firstLine = number
      number += countNewlines(bytes)
      return { firstLine, bytes }
    },
  }
}

/** Where the lines of a block are, without their ends. */
export function* linesOf({
  firstLine,
  bytes,
}: LinesBlock): Generator<{ number: number; start: number; end: number }, void, undefined> {
  const buffer = bufferOf(bytes)
  let number = firstLine
  for (let start = 0; start < bytes.length; number++) {
    const newline = buffer.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    yield { number, start, end }
    start = end + 1
  }
}

function countNewlines(bytes: Uint8Array): number {
  const buffer = bufferOf(bytes)
  let count = 0
  for (let at = buffer.indexOf(NEWLINE); at !== -1; at = buffer.indexOf(NEWLINE, at + 1)) count++
  return count
}
