import type { SpanFacts } from '../facts/span-facts.ts'
import { hasEnded } from './order.ts'
import { requestTargetOf } from './target.ts'
import type { SpanTree } from './tree.ts'

/** How the sources of a call fared: what it asked below itself. */
export interface Sources {
  /** Sources that failed and were not answered for by a later try or by another source asked after the failure. */
  readonly failed: readonly SpanFacts[]
  readonly answered: readonly SpanFacts[]
}

const NO_SOURCES: Sources = { failed: [], answered: [] }

/** Looks at the nearest spans below a call that asked somebody: requests, calls, queries, agents. */
export function failedSourcesOf(call: SpanFacts, tree: SpanTree): Sources {
  if (tree.childrenOf(call).length === 0) return NO_SOURCES
  const asked = sourcesOf(call, tree)
  const failed = asked.filter((source) => source.failed && !hasNoSuchThing(source))
  const answered = asked.filter((source) => !source.failed && source.endMs !== undefined)
  const open = failed.filter(
    (source) => !answered.some((other) => isSameTarget(source, other) || isAskedAfter(source, other)),
  )
  return { failed: open, answered }
}

/** Spans that ask nobody, such as attempts and the other side of one request, are looked through. */
function sourcesOf(call: SpanFacts, tree: SpanTree): SpanFacts[] {
  const sources: SpanFacts[] = []
  tree.walkDown(call, (span) => {
    const isOtherSide = span.role === 'tool' && span.tool === call.tool
    const asks = span.role !== 'other' || (span.kind === 'client' && span.attempt === undefined)
    if (!asks || isOtherSide) return true
    sources.push(span)
    return false
  })
  return sources
}

/**
 * The same request once more; or the same call, asked after the failure. Which of two services was asked first only
 * their own clocks can tell: they are trusted here, since the other answer would be an accusation.
 */
function isSameTarget(a: SpanFacts, b: SpanFacts): boolean {
  if (a.http !== undefined && b.http !== undefined) return requestTargetOf(a) === requestTargetOf(b)
  return a.name === b.name && a.tool === b.tool && a.fingerprint === b.fingerprint && hasEnded(a, b)
}

function isAskedAfter(failed: SpanFacts, other: SpanFacts): boolean {
  return failed.service === other.service && hasEnded(failed, other)
}

/** Codes by which systems say that what was asked for does not exist (HTTP, gRPC, POSIX, S3, MCP). */
const NO_SUCH_THING = new Set(['404', 'NOT_FOUND', 'ENOENT', 'NoSuchKey', '-32002'])

/** Whether a failure only says that what was asked for is not there. */
export function hasNoSuchThing({ http, errorCode, errorType }: SpanFacts): boolean {
  return http?.status === 404 || NO_SUCH_THING.has(errorCode ?? '') || NO_SUCH_THING.has(errorType ?? '')
}
