import type { SpanFacts } from './facts/span-facts.ts'
import { RULES } from './rules/index.ts'

const AT_ONCE = RULES.filter((rule) => (rule.cuesNeeded ?? 1) === 1)
const BY_COUNT = RULES.filter((rule) => (rule.cuesNeeded ?? 1) > 1)

/** How many cues a run has shown to each rule that needs several. */
export type CueCounts = number[]

export const noCues = (): CueCounts => BY_COUNT.map(() => 0)

/**
 * Whether a run with this span can hold any finding: most runs cannot, and need no judging. Counts the cues of
 * rules that need several.
 */
export function isCued(span: SpanFacts, counts: CueCounts): boolean {
  for (const rule of AT_ONCE) if (rule.isCue(span)) return true
  let isReached = false
  for (let index = 0; index < BY_COUNT.length; index++) {
    const rule = BY_COUNT[index]
    if (rule === undefined || !rule.isCue(span)) continue
    const count = (counts[index] ?? 0) + 1
    counts[index] = count
    isReached ||= count >= (rule.cuesNeeded ?? 1)
  }
  return isReached
}

/** What two runs have shown together. */
export function addCues(counts: CueCounts, more: CueCounts): void {
  for (const [index, count] of more.entries()) counts[index] = (counts[index] ?? 0) + count
}
