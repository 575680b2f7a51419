import { isKeyed } from '../../self/keyed.ts'
import { snakeKey } from '../evidence/key-words.ts'
import { ownKeys } from '../evidence/own-keys.ts'

/** What a sentence says there is none of, up to the word that says so or that makes a place of what follows. */
const DENIED =
  /(?:^|[.!?\n] ?)[^\p{L}\d]{0,8}(?:sorry,? )?(?:no|zero|0)(?: more| other)? ((?:[\p{L}\d'’/_-]{1,40} ?){1,6})/iu
/** Words after which the thing has been named. */
const NAMED =
  /^(?:was|were|is|are|could|has|have|found|match(?:ed|es|ing)?|available|returned|exists?|detected|reported|recorded|registered|defined|configured|present|in|on|at|for|with|from|to|that|yet|here)$/i
/** What a look-up finds, whatever it looks for. */
const ANYTHING = new Set(
  'result match hit record row entry item data content output thing object document value answer response'.split(
    ' ',
  ),
)
/** Keys of one object, and objects inside one another, that are looked at. */
const MAX_KEYS = 32
const MAX_DEPTH = 3

/**
 * Whether a text that says "none" says it of what the data holds: of anything, or of something by the name of a list of
 * the data or of the tool. "No warnings found" beside a list of files denies none of them. A denial that names nothing is
 * about all there is.
 */
export function deniesWhatIsThere(text: string, data: unknown, tool: string | undefined): boolean {
  const things = deniedThings(text)
  if (things.length === 0 || things.some((thing) => ANYTHING.has(thing))) return true
  const names = new Set(wordsOf(tool ?? ''))
  addListNames(data, names, 0)
  return things.some((thing) => names.has(thing))
}

/** The words that name the thing, in the singular; none where the text names nothing. */
function deniedThings(text: string): readonly string[] {
  const words = DENIED.exec(text)?.[1]?.split(' ') ?? []
  // "Matching flights" are flights: the first word may be the one that says "found" elsewhere.
  const end = words.findIndex((word, index) => index > 0 && NAMED.test(word))
  return (end < 0 ? words : words.slice(0, end)).flatMap(wordsOf)
}

function addListNames(data: unknown, names: Set<string>, depth: number): void {
  if (!isKeyed(data) || depth === MAX_DEPTH) return
  let looked = 0
  for (const key of ownKeys(data)) {
    if (++looked > MAX_KEYS) return
    const value = data[key]
    if (Array.isArray(value) && value.length > 0) for (const word of wordsOf(key)) names.add(word)
    else addListNames(value, names, depth + 1)
  }
}

function wordsOf(name: string): readonly string[] {
  return snakeKey(name)
    .split('_')
    .filter((word) => word.length > 1)
    .map(singular)
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}
