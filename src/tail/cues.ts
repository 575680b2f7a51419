import type { SpanFacts } from './facts/span-facts.ts'
import type { RuleSettings } from './rule-settings.ts'
import type { Rule } from './rules/rule.ts'

/** How many cues a run has shown to each rule that needs several. */
export type CueCounts = number[]

/** Tells which runs can hold any finding: most cannot, and need no judging. */
export interface Cues {
  none(): CueCounts
  /** What a span shows, in one number that needs no span to be understood; 0 is nothing. */
  markOf(span: SpanFacts): number
  /** Whether a run with a span of this mark can hold a finding. Counts the cues of rules that need several. */
  isReached(mark: number, counts: CueCounts): boolean
  /** Takes in what another part of the run has shown. */
  add(counts: CueCounts, more: CueCounts): void
}

const AT_ONCE = 1

export function createCues(rules: readonly Rule[], settings: RuleSettings): Cues {
  const needs = rules.map((rule) => ({ rule, needed: rule.cuesNeeded?.(settings) ?? 1 }))
  const atOnce = needs.filter(({ needed }) => needed <= 1).map(({ rule }) => rule)
  const byCount = needs.filter(({ needed }) => needed > 1)

  return {
    none: () => byCount.map(() => 0),
    markOf(span) {
      for (const rule of atOnce) if (rule.isCue(span, settings)) return AT_ONCE
      let mark = 0
      for (let index = 0; index < byCount.length; index++) {
        if (byCount[index]?.rule.isCue(span, settings)) mark |= 2 << index
      }
      return mark
    },
    isReached(mark, counts) {
      if (mark === 0) return false
      if ((mark & AT_ONCE) !== 0) return true
      let isReached = false
      for (let index = 0; index < byCount.length; index++) {
        if ((mark & (2 << index)) === 0) continue
        const count = (counts[index] ?? 0) + 1
        counts[index] = count
        isReached ||= count >= (byCount[index]?.needed ?? 1)
      }
      return isReached
    },
    add(counts, more) {
      for (const [index, count] of more.entries()) counts[index] = (counts[index] ?? 0) + count
    },
  }
}
