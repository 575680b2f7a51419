import type { SpanFacts } from './facts/span-facts.ts'
import type { Finding } from './findings/finding.ts'

/** A finding that people were told of and that is not over. */
export interface OpenFinding {
  readonly finding: Finding
  /** The id that whoever sees all of it gives it; people may have been told of it under another one. */
  readonly ownId: string
  readonly traceFlags: number
  readonly isPlaced: boolean
  /** False where people were told of it and the spans that came since do not show it. */
  readonly isShown: boolean
  /** When it last grew. */
  readonly changedMs: number
}

export function findingsOf(known: ReadonlyMap<string, OpenFinding>): Finding[] {
  return [...known.values()].map(({ finding }) => finding)
}

/** Of the open findings those that the spans show some of: of the others they say nothing. */
export function openIn(spans: readonly SpanFacts[], known: ReadonlyMap<string, OpenFinding>): Finding[] {
  if (known.size === 0) return []
  const ids = new Set(spans.map(({ spanId }) => spanId))
  return findingsOf(known).filter(({ spanIds }) => spanIds.some((id) => ids.has(id)))
}

/** Whether nothing is under way that would change it. */
export function isSettled({ finding, isPlaced, isShown }: OpenFinding): boolean {
  // An operation whose last try is still open has no outcome yet: it is not quiet, it is under way.
  return !isShown || (isPlaced && finding.recovered !== undefined)
}

/** The flags of the trace in which the finding is rooted; sampled where they are not known. */
export function traceFlagsOf(finding: Finding, spans: readonly SpanFacts[]): number {
  const [anchorId] = finding.spanIds
  return spans.find((span) => span.spanId === anchorId)?.traceFlags ?? 1
}
