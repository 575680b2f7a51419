/** How the sections of a text are parted. */
const RULE = /\n-{3,40}\n/
/** A section that is an error: the name of what was asked for, a colon, the error. */
const FAILED = /^[^\n:]{1,200}: (?:error|failed|could not|unable to)\b/i
/** The same and nothing else: "error" as a heading of the reason, not as a word of a sentence. */
const ONLY_FAILED = /^[^\n:]{1,200}: (?:error|failed) ?[-:–] ?[^\n]{1,400}$/i
const SECTIONS_LIMIT = 64

/** How many sections of a text there are, and how many of them are errors. */
export interface Sections {
  readonly all: number
  readonly failed: number
  /** Those that are an error in one line and hold nothing else. */
  readonly onlyFailed: number
}

/** The sections of a text; undefined where it has none. Give it a bounded text. */
export function sectionsOf(words: string): Sections | undefined {
  if (!words.includes('\n---')) return undefined
  const sections = words.split(RULE, SECTIONS_LIMIT).map((section) => section.trim())
  if (sections.length < 2) return undefined
  return {
    all: sections.length,
    failed: sections.filter((section) => FAILED.test(section)).length,
    onlyFailed: sections.filter((section) => ONLY_FAILED.test(section)).length,
  }
}
