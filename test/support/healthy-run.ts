import { run } from './calls.ts'
import {
  asksAPerson,
  asksAProxy,
  callsOverMcp,
  delegatesForAnHour,
  fallsBackToAnotherModel,
  inheritsABudget,
  looksUpAWrite,
  recovers,
  sendsTwiceUnderOneKey,
  triesAgainAfterNewInput,
  worksInAShell,
} from './healthy-acts.ts'
import {
  asksInTheNextTurn,
  fansOut,
  gathersWithAGap,
  hedges,
  missesTheCache,
  pagesByCursor,
  pagesByOffset,
  pollsAJob,
  probesHealth,
  refreshesAToken,
  searchThenCreate,
} from './healthy-look-ups.ts'
import type { TestSpan } from './trace.ts'

const HOUR = 3_600_000

/** Spans of parts of a day, each from its own start on. */
const PARTS: readonly ((from: number) => TestSpan[])[] = [
  searchThenCreate,
  pagesByOffset,
  pagesByCursor,
  pollsAJob,
  fansOut,
  missesTheCache,
  probesHealth,
  callsOverMcp,
  worksInAShell,
  refreshesAToken,
  recovers,
  inheritsABudget,
  hedges,
  fallsBackToAnotherModel,
  asksAPerson,
  sendsTwiceUnderOneKey,
  asksAProxy,
  delegatesForAnHour,
  triesAgainAfterNewInput,
  gathersWithAGap,
  looksUpAWrite,
  asksInTheNextTurn,
]

/** What a well-behaved agent does in a day: nothing of it is worth a warning. */
export function healthyRun(): TestSpan[] {
  return [...PARTS.flatMap((part, index) => part(index * 2 * HOUR)), run]
}

/** The parts one by one, to say which of them is to blame. */
export const healthyParts: readonly (readonly [name: string, spans: () => TestSpan[]])[] = PARTS.map(
  (part) => [part.name, () => [...part(0), run]],
)
