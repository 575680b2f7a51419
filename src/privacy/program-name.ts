import { looksLikeCredential, turns } from './credential.ts'

/** The longest name that leaves: what `toolspan.error.code` declares. */
const MAX_LENGTH = 64

const NAME = /^-?[\w$][\w$.:/#-]*$/
/** Numbers in names are short: HTTP statuses, SQL states, codes of vendors. */
const MAX_DIGITS = 8
/** `ERR_NON_2XX_3XX_RESPONSE`, `22P02`: more of these, and a text is random. */
const MAX_TURNS = 2

/**
 * Whether a text is a name that somebody wrote into a program, such as an error code or the name of a class. A
 * sentence, a key, an address, a long number and an id are not: they may say something about a person.
 */
export function isProgramName(text: string): boolean {
  if (text.length === 0 || text.length > MAX_LENGTH || !NAME.test(text) || text.includes('//')) return false
  if (looksLikeCredential(text) || turns(text) > MAX_TURNS) return false
  return (text.match(/\d/g)?.length ?? 0) <= MAX_DIGITS
}
