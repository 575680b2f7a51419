/** Marks of a cut are looked for in so many characters at the start and at the end of a text. */
export const CUT_WORDS_LIMIT = 2048

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,12})`
/** What results are counted in. */
export const THINGS = `(?:rows?|results?|records?|items?|entries|lines?|matches|files?|characters|chars|bytes|tokens|spans?|messages|documents?|pages?|jobs?|repositories|folders|sources?)`

/** A bracket or a tag around the word, or the word with numbers: prose about a cut has neither. */
const TRUNCATED: readonly RegExp[] = [
  /\[[^\]\n]{0,80}\btruncated\b[^\]\n]{0,120}\]|<[^>\n]{0,80}\btruncated\b[^>\n]{0,120}>/i,
  /\((?:(?:output|content|response|text) )?truncated(?:\)|[^)\n]{0,60}\d[^)\n]{0,60}\))/i,
  /<error>content truncated\b/i,
  /\btruncated (?:from|to|at|after) \d/i,
]
const AND_MORE = new RegExp(String.raw`(?:\.{3}|…)\s?\(?(?:and )?${NUMBER} (?:more\b|${THINGS}\))`, 'i')
const SHOWN_OF = new RegExp(
  String.raw`\b${NUMBER} (?:of|out of|/) ${NUMBER} ${THINGS}\b(?: (?:are |were |is |was )?(?:displayed|shown|returned|fetched|listed|read|searched|scanned))`,
  'i',
)
const SHOWING_OF = new RegExp(
  String.raw`\b(?:showing|displaying|returned|fetched)(?: only)?(?: the)?(?: first)? ${NUMBER}(?: ${THINGS})? (?:of|out of) ${NUMBER}\b`,
  'i',
)

/** What all of the marks with the word, and both ways to say "2 of 10", have in them: asked first, in one look. */
const SAYS_TRUNCATED = /truncated/i
const SAYS_OF = /(?:of|\/) \d/i

/** No mark above is shorter: `…3 more`. */
const SHORTEST = 7

/** Whether a text carries a mark that says that it was cut. */
export function cutMark(text: string): boolean {
  if (text.length < SHORTEST) return false
  return (
    (SAYS_TRUNCATED.test(text) && TRUNCATED.some((mark) => mark.test(text))) ||
    ((text.includes('...') || text.includes('…')) && AND_MORE.test(text)) ||
    (SAYS_OF.test(text) && (isPart(SHOWN_OF.exec(text)) || isPart(SHOWING_OF.exec(text))))
  )
}

/** Two numbers in words of which the first is the smaller one: a part of the whole. */
export function isPart(found: RegExpExecArray | null): boolean {
  if (found === null) return false
  const [, shown = '', all = ''] = found
  return plain(shown) < plain(all)
}

/** The value of a number as people write it, `5,318`. */
export function plain(written: string): number {
  return Number(written.replaceAll(',', ''))
}

/** The two numbers of "1,000 of 4,210 spans were fetched"; null where there are none. */
export function shownOf(text: string): RegExpExecArray | null {
  return SHOWN_OF.exec(text)
}
