import type { Judging } from '../judging.ts'
import type { RuleSettings } from '../rule-settings.ts'
import type { RunOutline } from './run-outline.ts'

/** @param own the bit that cues of the rule are marked with */
type Room = (outline: RunOutline, own: number, settings: RuleSettings) => boolean

/**
 * By rule: whether a run with this outline may hold a finding of it. False only where it is certain that there is none.
 * Rules without a row always have room. It stands beside the rules and not in them: whoever has no outlines does not
 * carry it along.
 */
const ROWS: Readonly<Record<string, Room>> = {
  'budget-reset': (outline) => outline.mayRepeat,
  'evidence-lost': (outline, own) => outline.hasFoundBelow(own),
  'no-progress-loop': (outline, own, { loopSteps }) => outline.mostOfOneCall(own) >= loopSteps,
  'partial-as-complete': (outline, own) => outline.hasUnfailed(own) || outline.hasFailureBelowAnswer,
  'repeated-write': (outline, own) =>
    outline.hasEqualCalls && outline.mayRepeat && (outline.hasOperationIds || outline.hasFailureAbove(own)),
  'retried-empty': (outline) => outline.mayCallAgain,
  'retried-non-retryable': (outline) => outline.mayRepeat,
  'retry-storm': (outline) => outline.mayRepeat,
  'swallowed-error': (outline, own) => outline.hasFailureBelow(own),
  'timer-inversion': (outline) => outline.hasDeadlines || outline.hasWaitedLong,
}

const ROOM: ReadonlyMap<string, Room> = new Map(Object.entries(ROWS))

/** Whether a run with this outline may hold a finding of the rule. */
export function hasRoom(rule: string, ...about: Parameters<Room>): boolean {
  return ROOM.get(rule)?.(...about) ?? true
}

/** Whether a run with cues of these marks may hold a finding of any rule. Asks for its outline where that tells. */
export function mayHoldFinding(
  { rules, settings, cues }: Pick<Judging, 'rules' | 'settings' | 'cues'>,
  marks: number,
  outline: () => RunOutline,
): boolean {
  return rules.some((rule) => {
    // Rules may be off: the place of a rule among those that are on says nothing of its bit.
    const own = cues.bitOf(rule)
    return (marks & own) !== 0 && (!ROOM.has(rule.id) || hasRoom(rule.id, outline(), own, settings))
  })
}
