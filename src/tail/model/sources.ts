import type { SpanFacts } from '../facts/span-facts.ts'
import { perSpan } from './found-once.ts'
import { mayHaveEnded } from './order.ts'
import { requestTargetOf, withoutHost } from './target.ts'
import { snakeCase } from './tool-words.ts'
import type { SpanTree } from './tree.ts'

/** How the sources of a call fared: what it asked below itself. */
export interface Sources {
  /** Sources that failed and were not answered for by a later try or by another source asked after the failure. */
  readonly failed: readonly SpanFacts[]
  readonly answered: readonly SpanFacts[]
}

const NO_SOURCES: Sources = { failed: [], answered: [] }

/** One call has a handful of views. Where more are nested, nobody knows which of them asked: then nothing is said. */
const MAX_VIEWS = 16

/** Looks at the nearest spans below a call that asked somebody: requests, calls, queries, agents. */
export const failedSourcesOf = perSpan(
  (call, tree): Sources => (tree.childrenOf(call).length === 0 ? NO_SOURCES : sortOut(sourcesOf(call, tree))),
)

/** Spans that ask nobody, such as attempts and the other side of one request, are looked through. */
function sourcesOf(call: SpanFacts, tree: SpanTree): readonly SpanFacts[] {
  const sources: SpanFacts[] = []
  let views = 0
  tree.walkDown(call, (span) => {
    if (views > MAX_VIEWS) return false
    const isOtherSide = span.role === 'tool' && span.tool === call.tool
    if (isOtherSide) return ++views <= MAX_VIEWS
    const asks = span.role !== 'other' || (span.kind === 'client' && span.attempt === undefined)
    if (asks) sources.push(span)
    return !asks
  })
  return views > MAX_VIEWS ? [] : sources
}

function sortOut(asked: readonly SpanFacts[]): Sources {
  const failed = asked.filter((source) => source.failed && !hasNoSuchThing(source))
  const answered = asked.filter((source) => !source.failed && source.endMs !== undefined)
  if (failed.length === 0 || answered.length === 0) return { failed, answered }
  const targets = new Set(answered.filter(({ http }) => http !== undefined).map(requestTargetOf))
  const lastByCall = lastBy(answered, callOf)
  const lastByService = lastBy(answered, ({ service }) => service)
  const lastByQuestion = failed.some(isAborted) ? lastBy(answered, questionOf) : undefined
  const isAnsweredFor = (source: SpanFacts): boolean =>
    // The same request once more, whenever it was.
    (source.http !== undefined && targets.has(requestTargetOf(source))) ||
    // Which of two services was asked first only their own clocks can tell: they are trusted here, since the other
    // answer would be an accusation.
    isBefore(source, lastByCall.get(callOf(source))) ||
    isBefore(source, lastByService.get(source.service)) ||
    // The same question was put to several, and whoever did so took the first answer.
    (isAborted(source) && isAtOnce(source, lastByQuestion?.get(questionOf(source))))
  return { failed: failed.filter((source) => !isAnsweredFor(source)), answered }
}

/** Of answers that are alike the one that was asked for last. */
function lastBy(answered: readonly SpanFacts[], keyOf: (span: SpanFacts) => string): Map<string, SpanFacts> {
  const last = new Map<string, SpanFacts>()
  for (const span of answered) {
    const key = keyOf(span)
    const known = last.get(key)
    if (known === undefined || span.startMs > known.startMs) last.set(key, span)
  }
  return last
}

function isBefore(failed: SpanFacts, answer: SpanFacts | undefined): boolean {
  return answer !== undefined && mayHaveEnded(failed, answer)
}

/** Whoever is stopped because another one answered ends at about that time. */
const AT_ONCE_MS = 100
/** Names of errors by which a call says that its caller stopped it. */
const ABORTED = /(?:^|_)(?:cancell?ed|abort|err_aborted|request_aborted)(?:_|$)/

function isAborted({ errorCode = '', errorType = '' }: SpanFacts): boolean {
  return ABORTED.test(snakeCase(`${errorCode} ${errorType}`))
}

function isAtOnce(one: SpanFacts, other: SpanFacts | undefined): boolean {
  return one.service === other?.service && Math.abs((one.endMs ?? 0) - (other.endMs ?? 0)) <= AT_ONCE_MS
}

/** What was asked, of whichever host. */
function questionOf(span: SpanFacts): string {
  return span.http === undefined ? callOf(span) : `${span.http.method} ${withoutHost(span.http.url)}`
}

/** What tells one call from another: a request by what it asks for. */
function callOf(span: SpanFacts): string {
  return requestTargetOf(span) ?? `${span.name}\n${span.tool ?? ''}\n${span.fingerprint ?? ''}`
}

/** Codes by which systems say that what was asked for does not exist (HTTP, gRPC, POSIX, S3, MCP). */
const NO_SUCH_THING = new Set(['404', 'NOT_FOUND', 'ENOENT', 'FileNotFoundError', 'NoSuchKey', '-32002'])

/** Whether a failure only says that what was asked for is not there. */
export function hasNoSuchThing({ http, errorCode, errorType }: SpanFacts): boolean {
  return http?.status === 404 || NO_SUCH_THING.has(errorCode ?? '') || NO_SUCH_THING.has(errorType ?? '')
}
