/** How well-known credentials begin: keys of providers and version control, JSON web tokens, AWS key ids. */
const KNOWN_BEGINNING =
  /^(?:[spr]k[-_](?:live|test|proj|ant)[-_]|sk-\w{16}|gh[a-z]_\w{16}|github_pat_|xox[a-z]-|A[KS]IA[A-Z0-9]{12}|AIza\w{16}|eyJ\w{8}|Bearer\b)/

/** A run of digits that is longer than years, ports and most numbers of rows: cards, phones, accounts. */
const LONG_NUMBER = /\d{9,}/

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Shorter texts are not taken for random. */
const RANDOM_LENGTH = 20
/** So often letters and digits take turns in a random text of that length. */
const RANDOM_TURNS = 4

/** Whether a piece of a text, such as a segment of a path, looks like something that opens a door. */
export function looksLikeCredential(piece: string): boolean {
  if (UUID.test(piece)) return false
  if (KNOWN_BEGINNING.test(piece) || LONG_NUMBER.test(piece)) return true
  return piece.length >= RANDOM_LENGTH && turns(piece) >= RANDOM_TURNS
}

/** How often a digit is followed by a letter. */
export function turns(text: string): number {
  return text.match(/\d[a-z]/gi)?.length ?? 0
}
