import { groupBy } from './group-by.ts'
import { byStart } from './span-order.ts'
import { statedIn } from './stated.ts'
import { requestTarget } from './target.ts'
import type { SpanTree } from './tree.ts'
import { keyOf, operationIdOf, type Try } from './try.ts'

/** Numbered tries of an operation are tries of one thing; others only where target or input are the same. */
export function subKey(item: Try, places: ReadonlyMap<string, number | string>): string {
  const isNumbered = item.number !== undefined && (operationIdOf(item) ?? item.budgetId) !== undefined
  if (isNumbered) return ''
  const target = requestTarget(item)
  const { invocationId } = item.span.http ?? {}
  // A URL of the AWS SDK does not say which call it is; the place among the calls of its holder does.
  if (invocationId !== undefined) return `invocation ${places.get(invocationId)} of ${target}`
  if (target !== undefined) return target
  if (item.span.tool === undefined) return `span ${item.span.traceId}${item.span.spanId}`
  const input =
    item.span.fingerprint ?? keyOf(item) ?? (operationIdOf(item) === undefined ? item.span.spanId : '')
  return `call ${item.span.tool} ${input}`
}

/** The place of each AWS invocation among those of the try, or the parent, that made it: 0 is the first. */
export function placesOfInvocations(
  tries: readonly Try[],
  tree: SpanTree,
): ReadonlyMap<string, number | string> {
  const places = new Map<string, number | string>()
  if (!statedIn(tree).invocations) return places
  const made = tries.filter(({ span }) => span.http?.invocationId !== undefined)
  for (const group of groupBy(made, ({ span }) => `${span.traceId}${span.parentSpanId} ${span.http?.url}`)) {
    const firsts = new Map<string, number>()
    for (const { span } of group.sort((a, b) => byStart(a.span, b.span))) {
      const { invocationId } = span.http ?? {}
      if (invocationId !== undefined && !firsts.has(invocationId)) firsts.set(invocationId, span.startMs)
    }
    // Of calls that were sent off together the place tells nothing.
    const starts = [...firsts.values()]
    const areInOrder = new Set(starts).size === starts.length
    for (const [place, id] of [...firsts.keys()].entries()) places.set(id, areInOrder ? place : id)
  }
  return places
}
