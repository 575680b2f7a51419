import { saysNoneElsewhere } from './none-elsewhere.ts'

/** A text longer than this is content, whatever one of its lines says. */
const TEXT_LIMIT = 2000
/** Lines looked at in one text, and how long a sentence may be: a longer one tells something. */
const LINES_LIMIT = 40
const SENTENCE_LIMIT = 240

/** Marks around words: Markdown, quotes, brackets, pictures. */
const MARKS_BEFORE = /^(?:[\s*_#>`"'“”([{•\-–—|~:!.,]|\p{Extended_Pictographic}|\u{FE0F}|\u{200D})+/u
const MARKS_AFTER = /[\s*_`"'”\]}|~.!]/

const WORDS = String.raw`(?:[\w'’/-]+ ){0,5}?`
const FOUND = `(?:found|match(?:ed|es|ing)?|available|returned|exists?|detected|reported|recorded|registered|defined|configured|present)`
const THINGS = `(?:results?|match(?:es)?|hits|records?|rows?|entr(?:y|ies)|items?|data|content|output|files?|documents?|problems?|issues?|errors?|findings?)`
/** What may follow the noun without making another one of it: "no data for 2026", not "no data scientist". */
const STOP = String.raw`(?:$|[.!?:;()]|,(?! [1-9])| \(| (?:for|in|on|at|with|from|to|that|yet|here|matching)\b)`

/** Negations as tools write them, at the start of a sentence. Each is anchored and read in a bounded sentence. */
const NEGATIONS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:sorry,? )?(?:no|zero|0) (?!one\b)${WORDS}[\w'’/-]+ (?:(?:was|were|are|is|could be|have been) )?${FOUND}\b`,
    'i',
  ),
  new RegExp(`^(?:sorry,? )?(?:no|zero|0)(?: more)? ${WORDS}${THINGS}${STOP}`, 'i'),
  /^(?:the |your )?(?:search|query|request|filter|lookup)s? (?:returned|found|matched|yielded|gave) (?:no|zero|0|nothing)\b/i,
  /^(?:the |your )?(?:search|query|filter)\b.{0,80}\b(?:did|does) ?(?:not|n['’]t) (?:match|return|find)\b/i,
  /^(?:total|count|results?|matches|hits|found|items|rows|entries)\s?[:=(]\s?0\)?$/i,
  /^total\s?[:=]\s?0 \w{1,30}(?:, 0 \w{1,30}){0,4}$/i,
  /^(?:i |we )?(?:could|can|did)(?: ?not|n['’]t) (?:find|locate)\b/i,
  /^(?:the )?[^.!?\n]{1,80}? (?:was|were|is|are|could|can)? ?not (?:be )?found\b/i,
  /^not found$/i,
  /^(?:sorry,? )?(?:i|we) (?:do(?: ?not|n['’]t)) (?:know(?:$|[.!,]| the answer\b)|have (?:enough|sufficient|any) (?:information|data|context)\b)/i,
  /^empty set\b/i,
  /^(?:searched|scanned|checked|examined|looked (?:at|through)) [^.]{1,80}(?:,|;| and)(?: but)? (?:found|matched) (?:no|zero|0|nothing)\b/i,
  /^nothing (?:(?:was|were) )?(?:found|matched|matches|to (?:show|report|display|list))\b/i,
  /^(?:empty|none|nothing)$/i,
]

/** Negations that only a text of one short sentence may carry: longer ones say them of the world. */
const LONE_NEGATIONS: readonly RegExp[] = [
  /^(?:you have|there (?:is|are|was|were)|i (?:found|see)|found|returned|got|showing) (?:no|zero|0)\b(?!\.\d)/i,
  /^no (?:(?!one|way|idea|need|doubt)[\w'’-]+ ){0,3}[\w'’-]+s(?: (?:in|for|on|at|with|from|yet|today)\b[^.]{0,40})?$/i,
]
const LONE_LIMIT = 100

/**
 * What every negation above and below has in it, wherever it stands. One look for that spares most texts all of
 * them; the words of other languages are asked for by themselves.
 */
const NEGATING = /(?<![a-z])(?:no|zero|none|nothing|empty)(?![a-z])|0|not(?![a-z])|n['’]t/i

function isNegation(sentence: string): boolean {
  return NEGATIONS.some((negation) => negation.test(sentence)) || saysNoneElsewhere(sentence)
}

function saysNone(sentence: string, isNegating: boolean): boolean {
  const bare = unmarked(sentence)
  if (bare.length === 0 || bare.length > SENTENCE_LIMIT) return false
  return isNegating ? isNegation(bare) : saysNoneElsewhere(bare)
}

/** Most sentences begin and end with a letter or a digit, which no expression has to be asked about. */
function unmarked(sentence: string): string {
  let end = sentence.length
  while (
    end > 0 &&
    !isAlphanumeric(sentence.charCodeAt(end - 1)) &&
    MARKS_AFTER.test(sentence.charAt(end - 1))
  )
    end--
  const bare = sentence.slice(0, end)
  return isAlphanumeric(bare.charCodeAt(0)) ? bare : bare.replace(MARKS_BEFORE, '')
}

/** Of ASCII only. */
function isAlphanumeric(code: number): boolean {
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39)
}

const HEADING = /^\s{0,3}(?:#|\*\*[^*]{1,60}\*\*:?|[-*] |---)/
/** How a heading begins. */
const FIRST_OF_HEADING = '#*-'

/**
 * Whether a text says that nothing was found: one of its first two sentences does, or, in a report made of
 * headings, fields and lists, a paragraph of its own does.
 */
export function saysNothingFound(text: string): boolean {
  if (text.length > TEXT_LIMIT) return false
  const isNegating = NEGATING.test(text)
  if (isNegating && ((text.length <= LONE_LIMIT && isLoneNegation(text)) || endsInZeroRows(text))) return true
  let isReport = false
  let isFirst = true
  for (const line of text.includes('\n') ? text.split('\n', LINES_LIMIT) : [text]) {
    const visible = line.trimStart()
    if (visible === '') continue
    const isHeading = FIRST_OF_HEADING.includes(visible.charAt(0)) && HEADING.test(line)
    if ((isFirst || (isReport && !isHeading)) && opensWithNone(line, isNegating)) return true
    if (!isHeading && !isFirst) return false
    if (isFirst) isReport = isHeading
    isFirst = false
  }
  return false
}

/** The last line of a query's output: `(0 rows)`, `0 rows in set`. */
const ZERO_ROWS =
  /^\(?0 (?:rows?|results?|records?|items?)(?: (?:in set|selected|returned|affected))?\)?[^\w\n]{0,4}$/i

function endsInZeroRows(text: string): boolean {
  const end = text.trimEnd()
  return ZERO_ROWS.test(end.slice(end.lastIndexOf('\n') + 1).trim())
}

function isLoneNegation(text: string): boolean {
  const bare = unmarked(text)
  return !/[.!?\n]\s/.test(bare) && LONE_NEGATIONS.some((negation) => negation.test(bare))
}

/** Whether one of the first two sentences of a line says it: it may be the second, after "Checked 12 files." */
function opensWithNone(line: string, isNegating: boolean): boolean {
  const head = line.slice(0, 2 * SENTENCE_LIMIT)
  const end = head.search(BETWEEN_SENTENCES)
  if (end === -1) return saysNone(head, isNegating)
  const rest = head.slice(end + 2)
  const nextEnd = rest.search(BETWEEN_SENTENCES)
  const second = nextEnd === -1 ? rest : rest.slice(0, nextEnd + 1)
  return saysNone(head.slice(0, end + 1), isNegating) || saysNone(second, isNegating)
}

const BETWEEN_SENTENCES = /[.!?] /
