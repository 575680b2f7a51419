/** One line of a stream, without its end. */
export interface Line {
  /** 1 is the first. */
  readonly number: number
  readonly text: string
  /** True where the line was longer than allowed: `text` is then empty. */
  readonly tooLong: boolean
}

/**
 * The lines of a text that arrives in pieces. A line of more than `maxCharacters` is read past and marked, so that
 * no input fills the memory.
 */
export async function* readLines(
  chunks: AsyncIterable<string>,
  maxCharacters: number,
): AsyncGenerator<Line, void, undefined> {
  let number = 1
  let pieces: string[] = []
  let length = 0
  const take = (piece: string) => {
    length += piece.length
    if (length > maxCharacters) pieces = []
    else pieces.push(piece)
  }
  const finish = (): Line => {
    const line = { number, text: pieces.join(''), tooLong: length > maxCharacters }
    number += 1
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      take(chunk.slice(start, end))
      yield finish()
      start = end + 1
    }
    take(chunk.slice(start))
  }
  if (length > 0) yield finish()
}
