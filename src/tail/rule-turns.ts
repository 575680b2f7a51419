import { swallow } from '../self/swallow.ts'
import type { JudgedOperation } from './model/judged-operation.ts'
import type { JudgedRun } from './model/judged-run.ts'
import type { RuleMarks } from './rule-marks.ts'
import type { Draft, Rule, SpanRule } from './rules/rule.ts'

/** A rule that is asked about a run, and what it has said so far. */
interface Turn {
  readonly rule: Rule
  /** Whether the span at `place` is a cue. */
  readonly isCue: (place: number) => boolean
  readonly drafts: Draft[]
  hasThrown: boolean
}

/**
 * What the rules say about a run. Those about operations take turns at each of them: what one rule has worked out and
 * looked at is at hand for the next, and in long runs facts are slow to reach. A rule that throws is counted and left
 * out; the others still speak.
 */
export function takeTurns(
  rules: readonly Rule[],
  judged: JudgedRun,
  marks: RuleMarks | undefined,
): readonly Turn[] {
  const turns: Turn[] = []
  for (const rule of rules) {
    // Which spans are cues is not known where a rule threw when it was asked.
    const isCue = marks === undefined ? isAny : marks.cuesOf(rule)
    if (isCue !== undefined) turns.push({ rule, isCue, drafts: [], hasThrown: false })
  }
  for (const turn of turns) take(turn, judged)
  const onOperations = turns.filter(({ rule }) => rule.scope === 'operation')
  if (onOperations.length > 0)
    for (const operation of judged.inQuestion) for (const turn of onOperations) take(turn, judged, operation)
  return turns.filter(({ hasThrown }) => !hasThrown)
}

const isAny = (): boolean => true

function take(turn: Turn, judged: JudgedRun, operation?: JudgedOperation): void {
  if (turn.hasThrown) return
  const { rule, isCue, drafts } = turn
  try {
    if (rule.scope === 'span') checkSpans(rule, isCue, judged, drafts)
    else if (rule.scope === 'run') drafts.push(...rule.check(judged))
    else if (operation !== undefined) drafts.push(...rule.check(operation))
  } catch (error) {
    swallow('rule', error)
    turn.hasThrown = true
  }
}

function checkSpans(rule: SpanRule, isCue: Turn['isCue'], judged: JudgedRun, drafts: Draft[]): void {
  const { spans } = judged.tree
  for (let place = 0; place < spans.length; place++) {
    const span = spans[place]
    if (span === undefined || (rule.isAboutCue && !isCue(place))) continue
    const draft = rule.check(span, judged)
    if (draft !== undefined) drafts.push(draft)
  }
}
