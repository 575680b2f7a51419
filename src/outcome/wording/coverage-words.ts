import { isPart, plain, shownOf, THINGS } from './cut-words.ts'

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,12})`
const READ =
  '(?:searched|scanned|checked|examined|read|inspected|considered|fetched|looked at|queried|analy[sz]ed|processed|evaluated|covered|reviewed|tested|validated)'

/** "All 4,210 spans were searched", "checked 12 files", "the table has 1,204 rows; all were scanned". */
const ALL_OF = new RegExp(
  String.raw`\ball (?:of )?(?:the )?${NUMBER} [\w -]{1,40}? (?:were|was|have been) ${READ}\b`,
  'i',
)
const READ_SO_MANY = new RegExp(String.raw`\b${READ}:? (?:all )?(?:the )?${NUMBER} [a-z]`, 'i')
const HAS_SO_MANY = new RegExp(
  String.raw`\b(?:has|have|holds|contains|of) ${NUMBER} [\w -]{1,30}?[;,.] all (?:of them )?(?:were|was) ${READ}\b`,
  'i',
)
const SO_MANY_READ = new RegExp(
  String.raw`\b${NUMBER} [\w -]{1,40}?(?: (?:were|was|have been))? ${READ}\b`,
  'i',
)

const NONE_OF = new RegExp(
  String.raw`^(?:no|none|0|zero)(?: [\w-]+)? (?:of|in) (?:the |all )?${NUMBER} ${THINGS}\b`,
  'i',
)

/** How much a sentence says was looked at: so many, and whether that was all. Undefined when it does not say. */
export interface SpokenCoverage {
  readonly scanned: number
  readonly isPart: boolean
}

/** What the words of an empty result say about where was looked. Give it a bounded text. */
export function spokenCoverage(text: string): SpokenCoverage | undefined {
  const part = shownOf(text)
  if (part !== null && isPart(part)) return { scanned: plain(part[1] ?? ''), isPart: true }
  const whole =
    NONE_OF.exec(text) ??
    ALL_OF.exec(text) ??
    HAS_SO_MANY.exec(text) ??
    READ_SO_MANY.exec(text) ??
    SO_MANY_READ.exec(text)
  const scanned = whole === null ? 0 : plain(whole[1] ?? '')
  return scanned > 0 ? { scanned, isPart: false } : undefined
}
