import type { SpanFacts } from '../facts/span-facts.ts'
import { compareText } from './order.ts'
import { createSpanTree, type SpanTree } from './tree.ts'

/** One run of an agent: whole traces, joined where they say that they belong together. */
export interface Run {
  /** `toolspan.run.id` where the traces carry one, else the least trace id. */
  readonly key: string
  readonly runId?: string
  readonly tree: SpanTree
  /** Spans of the run are known to be missing because a limit was reached. */
  readonly isTruncated: boolean
}

export function createRun(spans: readonly SpanFacts[], isTruncated = false): Run {
  let runId: string | undefined
  let traceId = ''
  for (const span of spans) {
    if (span.runId !== undefined && (runId === undefined || span.runId < runId)) runId = span.runId
    if (traceId === '' || span.traceId < traceId) traceId = span.traceId
  }
  return {
    key: runId ?? traceId,
    ...(runId === undefined ? {} : { runId }),
    tree: createSpanTree(spans),
    isTruncated,
  }
}

/**
 * Names that a span shares with others of its run; two traces that share one are one run: their own trace, a run
 * id, the trace that a root links to, and the operation of which two roots are numbered tries (a queue that
 * delivers again).
 */
export function jointsOf(span: SpanFacts): string[] {
  const joints = [`trace ${span.traceId}`]
  if (span.runId !== undefined) joints.push(`run ${span.runId}`)
  if (span.parentSpanId !== undefined) return joints
  if (span.attempt !== undefined && span.operationId !== undefined)
    joints.push(`operation ${span.operationId}`)
  for (const link of span.links ?? []) joints.push(`trace ${link.traceId}`)
  return joints
}

export function compareRuns(a: Run, b: Run): number {
  return compareText(a.key, b.key)
}
