import { swallow } from '../self/swallow.ts'
import type { SpanFacts } from './facts/span-facts.ts'
import type { JudgedOperation } from './model/judged-operation.ts'
import type { JudgedRun } from './model/judged-run.ts'
import type { RuleMarks } from './rule-marks.ts'
import type { Draft, Rule } from './rules/rule.ts'

/** A rule that is asked about a run, and what it has said so far. */
interface Turn {
  readonly rule: Rule
  /** Whether the span at `place` is a cue. */
  readonly isCue: (place: number) => boolean
  readonly drafts: Draft[]
  hasThrown: boolean
}

/**
 * What the rules say about a run. Those about spans take turns at each span, those about operations at each operation:
 * what one rule has worked out and looked at is at hand for the next, and in long runs facts are slow to reach. A rule
 * that throws is counted and left out; the others still speak.
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
  const onSpans = turns.filter(({ rule }) => rule.scope === 'span')
  const { spans } = judged.tree
  if (onSpans.length > 0)
    for (let place = 0; place < spans.length; place++) {
      const span = spans[place]
      for (const turn of onSpans) if (span !== undefined) takeSpan(turn, judged, span, place)
    }
  for (const turn of turns) takeRun(turn, judged)
  const onOperations = turns.filter(({ rule }) => rule.scope === 'operation')
  if (onOperations.length > 0)
    for (const operation of judged.inQuestion) for (const turn of onOperations) takeOperation(turn, operation)
  return turns.filter(({ hasThrown }) => !hasThrown)
}

const isAny = (): boolean => true

function takeSpan(turn: Turn, judged: JudgedRun, span: SpanFacts, place: number): void {
  const { rule, isCue, drafts } = turn
  if (rule.scope !== 'span' || turn.hasThrown || (rule.isAboutCue && !isCue(place))) return
  try {
    const draft = rule.check(span, judged)
    if (draft !== undefined) drafts.push(draft)
  } catch (error) {
    leaveOut(turn, error)
  }
}

function takeRun(turn: Turn, judged: JudgedRun): void {
  if (turn.rule.scope !== 'run') return
  try {
    turn.drafts.push(...turn.rule.check(judged))
  } catch (error) {
    leaveOut(turn, error)
  }
}

function takeOperation(turn: Turn, operation: JudgedOperation): void {
  if (turn.rule.scope !== 'operation' || turn.hasThrown) return
  try {
    turn.drafts.push(...turn.rule.check(operation))
  } catch (error) {
    leaveOut(turn, error)
  }
}

function leaveOut(turn: Turn, error: unknown): void {
  swallow('rule', error)
  turn.hasThrown = true
}
