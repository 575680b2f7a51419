import type { SpanFacts } from '../facts/span-facts.ts'
import { FactSet } from './fact-set.ts'
import type { PagesGone } from './pages.ts'
import { compareText } from './span-order.ts'
import { createSpanTree, type SpanTree } from './tree.ts'

/** One run of an agent: whole traces, joined where they say that they belong together. */
export interface Run {
  /** The run id, else the least trace id. */
  readonly key: string
  /** `toolspan.run.id` where the spans carry one; absent where they carry several, such as two sessions. */
  readonly runId?: string
  readonly tree: SpanTree
  /** Spans of the run are known to be missing because a limit was reached. */
  readonly isTruncated: boolean
  readonly letGo?: LetGo | undefined
}

/** What is known of the parts that a run has let go of, where it was too long to keep. */
export interface LetGo {
  readonly pages: PagesGone | undefined
  /** Ids of spans that stayed for what is to come: what lay between them may be gone. */
  readonly remnants: ReadonlySet<string>
}

/** Whether a span is what stayed of a part that is gone: nobody can tell what lay between it and the next one. */
export function isRemnant({ spanId }: SpanFacts, { letGo }: Run): boolean {
  return letGo?.remnants.has(spanId) === true
}

/**
 * @param of its spans; a set of facts is not gone through for its names
 * @param ids the run ids of the whole, where the spans are a part of it
 */
export function createRun(
  of: FactSet | readonly SpanFacts[],
  isTruncated = false,
  ids: readonly string[] = [],
  letGo?: LetGo,
): Run {
  const names = of instanceof FactSet ? of : namesOf(of)
  const runIds = new Set<string>(ids)
  for (const id of names.runIds) runIds.add(id)
  const [runId] = runIds.size === 1 ? runIds : []
  return {
    key: runId ?? names.traceId,
    ...(runId === undefined ? {} : { runId }),
    tree: of instanceof FactSet ? createSpanTree(of.spans, of.index) : createSpanTree(of),
    isTruncated,
    letGo,
  }
}

function namesOf(spans: readonly SpanFacts[]): Pick<FactSet, 'runIds' | 'traceId'> {
  const runIds = new Set<string>()
  let traceId = ''
  for (const span of spans) {
    if (span.runId !== undefined) runIds.add(span.runId)
    if (traceId === '' || span.traceId < traceId) traceId = span.traceId
  }
  return { runIds, traceId }
}

/**
 * Names by which a span ties its trace to others: two traces that share one are one run. A run id; and of a root
 * the operation that it is a numbered try of (a queue that delivers again). A write names itself by operation, tool
 * and arguments: a run that was started again may make it twice. Most spans have none.
 */
export function jointsOf(span: SpanFacts): readonly string[] {
  const isNumberedRoot = span.parentSpanId === undefined && span.attempt !== undefined
  const operation = isNumberedRoot ? span.operationId : undefined
  const isNamedWrite =
    span.effect === 'write' && span.operationId !== undefined && span.fingerprint !== undefined
  if (span.runId === undefined && operation === undefined && !isNamedWrite) return NO_NAMES
  const joints: string[] = []
  if (span.runId !== undefined) joints.push(RUN_JOINT + span.runId)
  if (operation !== undefined) joints.push(`operation ${operation}`)
  if (isNamedWrite) joints.push(`write ${span.operationId} ${span.tool} ${span.fingerprint}`)
  return joints
}

const RUN_JOINT = 'run '

/** The run ids that spans of a run carry. */
export function runIdsOf({ joints }: { readonly joints: readonly string[] }): string[] {
  return joints.flatMap((joint) => (joint.startsWith(RUN_JOINT) ? joint.slice(RUN_JOINT.length) : []))
}

/** Traces that a root links to: it goes on with their run. */
export function linkedTracesOf(span: SpanFacts): readonly string[] {
  if (span.parentSpanId !== undefined || span.links === undefined) return NO_NAMES
  return span.links.map((link) => link.traceId)
}

const NO_NAMES: readonly string[] = []

export function compareRuns(a: Run, b: Run): number {
  return compareText(a.key, b.key)
}
