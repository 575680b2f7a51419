/** Sentences looked at in one text, and how long each may be: a longer one tells something. */
const LINES_LIMIT = 40
const LINE_LIMIT = 240
/** A text longer than this is content, whatever one of its lines says. */
const TEXT_LIMIT = 2000

/** Marks around words: Markdown, quotes, brackets, pictures. */
const MARKS =
  /^(?:[\s*_#>`"'“”([{•\-–—|~:!.,]|\p{Extended_Pictographic}|\u{FE0F}|\u{200D})+|[\s*_`"'”)\]}|~.!]+$/gu

/**
 * A sentence that says that nothing was found. English by its build, a negation at the start and what was
 * looked for; the other languages by their negation at the start, in a sentence that is short.
 */
const NONE =
  /^(?:(?:there (?:are|is|were|was) |sorry,? |i (?:found|see) )?(?:no|zero|0)\b(?![.,]\d)(?: [\w'’-]+){0,6}? ?\b(?:results?|match(?:es)?|matching|hits?|records?|rows?|entries|items?|data|content|files?|documents?|found|available|returned|matched|exists?|problems?|issues?|errors?|findings?)\b|nothing (?:was |were )?(?:found|matched|matches|to (?:show|report|display|list))|(?:empty|none)$)/i
const NOT_FOUND = /^(?:the )?[^.!?\n]{1,80}?\b(?:was|were|is|are|could|can)? ?not (?:be )?found\b/i
const NONE_ELSEWHERE =
  /^(?:keine?[nrs]?|nichts|aucune?|rien|ning[uú]n[ao]?|no se (?:encontr|hall)\S*|sin resultados|nessun[ao]?|nenhum[a]?|geen|inga?|ingen|brak|не найдено|ничего|没有|未找到|見つかりません|該当なし|結果なし|없습니다)(?:$|[\s'’,.])/iu
const ELSEWHERE_LIMIT = 80

/** Whether one sentence or heading says that nothing was found. */
function saysNone(line: string): boolean {
  const bare = line.replace(MARKS, '')
  if (bare.length === 0 || bare.length > LINE_LIMIT) return false
  if (NONE.test(bare) || (bare.length <= ELSEWHERE_LIMIT && NONE_ELSEWHERE.test(bare))) return true
  return NOT_FOUND.test(bare)
}

const HEADING = /^\s{0,3}(?:#|\*\*[^*]{1,60}\*\*:?|[-*] |---)/

/**
 * Whether a text says that nothing was found: its first sentence does, or, in a report made of headings,
 * fields and lists, a paragraph of its own does.
 */
export function saysNothingFound(text: string): boolean {
  if (text.length > TEXT_LIMIT) return false
  const lines = text.split('\n', LINES_LIMIT)
  let isReport = false
  let isFirst = true
  for (const line of lines) {
    if (line.trim() === '') continue
    const isHeading = HEADING.test(line)
    if ((isFirst || (isReport && !isHeading)) && firstSentences(line).some(saysNone)) return true
    if (!isHeading && !isFirst) return false
    if (isFirst) isReport = isHeading
    isFirst = false
  }
  return false
}

/** The first two sentences of a line: the second may be the one, after "Checked 12 files." */
function firstSentences(line: string): string[] {
  return line.slice(0, 2 * LINE_LIMIT).split(/(?<=[.!?]) /, 2)
}
