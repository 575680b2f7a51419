import { type Body, bodiesOfCase, bodyOfRecording, bodyOfText, type Form } from './bodies.ts'
import { handedCases } from './handed.ts'
import { jsonTexts, prose } from './long-texts.ts'
import { recordResults } from './recorded.ts'

/** Bodies of one form and about one size. The limits are the project's own. */
export interface Kind {
  readonly title: string
  readonly bodies: readonly Body[]
  /** The most that one classification may take, in microseconds. */
  readonly limitUs?: number
  /** The most that it may take as a multiple of parsing the same JSON text. */
  readonly limitParses?: number
}

const SMALL_BYTES = 2048
const PROSE_LENGTH = 100 * 1024
/** From this length on most of the work is parsing. */
const LONG_JSON_BYTES = 4096
const JSON_LENGTHS = [16_384, 65_536, 240_000]

/** Everything that is measured: the handed cases, results recorded from servers just now, and long texts. */
export async function collectKinds(): Promise<Kind[]> {
  const bodies = [
    ...handedCases().flatMap(bodiesOfCase),
    ...(await recordResults()).map(bodyOfRecording),
    bodyOfText(prose(PROSE_LENGTH)),
    ...jsonTexts(JSON_LENGTHS).map((text) => bodyOfText(text)),
  ]
  const kind = (title: string, form: Form, from: number, to: number, limits: Partial<Kind> = {}): Kind => ({
    title,
    bodies: bodies.filter((body) => body.form === form && body.bytes >= from && body.bytes < to),
    ...limits,
  })
  const infinity = Number.POSITIVE_INFINITY
  return [
    kind('structured, below 2 KB', 'structured', 0, SMALL_BYTES, { limitUs: 2 }),
    kind('structured, longer', 'structured', SMALL_BYTES, infinity),
    kind('words, below 2 KB', 'words', 0, SMALL_BYTES),
    kind('prose of 100 KB', 'words', PROSE_LENGTH, infinity, { limitUs: 20 }),
    kind('JSON text, below 4 KB', 'json', 0, LONG_JSON_BYTES),
    kind('JSON text, 4 KB to 256 KB', 'json', LONG_JSON_BYTES, infinity, { limitParses: 1.3 }),
    kind('with the error flag', 'flagged', 0, infinity),
    kind('pictures, links, several blocks', 'media', 0, infinity),
    kind('values of functions', 'value', 0, infinity),
  ]
}
