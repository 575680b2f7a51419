import type { SpanFacts } from '../facts/span-facts.ts'
import type { Run } from './run.ts'

/**
 * Whether it can be said that nothing more came after a span: the root above it has ended, and no later turn of a
 * session can follow in a trace of its own.
 * @param isOver nothing more of the run is coming
 */
export function hasRunEnded(span: SpanFacts, { tree, runId }: Run, isOver: boolean): boolean {
  const root = tree.topOf(span)
  return root.parentSpanId === undefined && root.endMs !== undefined && (isOver || runId === undefined)
}
