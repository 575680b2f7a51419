import type { SpanFacts } from './facts/span-facts.ts'
import type { RuleSettings } from './rule-settings.ts'
import type { Rule } from './rules/rule.ts'

/** How many cues a run has shown to each rule that needs several. */
export type CueCounts = number[]

/** Tells which runs can hold any finding: most cannot, and need no judging. */
export interface Cues {
  none(): CueCounts
  /** What a span shows, in one number that needs no span to be understood: a bit a rule; 0 is nothing. */
  markOf(span: SpanFacts): number
  /** The bit of the rule in marks; all of them for a rule that has none. */
  bitOf(rule: Rule): number
  /** Whether a run with a span of this mark can hold a finding. Counts the cues of rules that need several. */
  isReached(mark: number, counts: CueCounts): boolean
  /** Takes in what another part of the run has shown. */
  add(counts: CueCounts, more: CueCounts): void
}

/** A mark is one number. */
const MOST_RULES = 31

/** Throws where there are more rules than bits. */
export function createCues(rules: readonly Rule[], settings: RuleSettings): Cues {
  if (rules.length > MOST_RULES)
    throw new RangeError(`expected at most ${MOST_RULES} rules, got ${rules.length}`)
  const needed = rules.map((rule) => rule.cuesNeeded?.(settings) ?? 1)
  const byCount = [...rules.keys()].filter((index) => (needed[index] ?? 1) > 1)
  const atOnce = [...rules.keys()]
    .filter((index) => !byCount.includes(index))
    .reduce((bits, index) => bits | (1 << index), 0)

  const bits = new Map(rules.map((rule, index) => [rule, 1 << index]))

  return {
    none: () => byCount.map(() => 0),
    markOf(span) {
      let mark = 0
      for (let index = 0; index < rules.length; index++)
        if (rules[index]?.isCue(span, settings) === true) mark |= 1 << index
      return mark
    },
    bitOf: (rule) => bits.get(rule) ?? -1,
    isReached(mark, counts) {
      if (mark === 0) return false
      let isReached = (mark & atOnce) !== 0
      for (let at = 0; at < byCount.length; at++) {
        const index = byCount[at] ?? 0
        if ((mark & (1 << index)) === 0) continue
        const count = (counts[at] ?? 0) + 1
        counts[at] = count
        isReached ||= count >= (needed[index] ?? 1)
      }
      return isReached
    },
    add(counts, more) {
      for (const [index, count] of more.entries()) counts[index] = (counts[index] ?? 0) + count
    },
  }
}
