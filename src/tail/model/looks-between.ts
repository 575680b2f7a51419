import type { SpanFacts } from '../facts/span-facts.ts'
import { firstFrom } from './first-from.ts'
import { endedBefore } from './order.ts'
import { byStart } from './span-order.ts'
import { isOnlyAbout, thingsOf } from './tool-words.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/** More looks than this between two tries are not looked at one by one: then one of them is taken for the right one. */
const MAX_LOOKS = 1000

/** Whether somebody looked, between two tries of a call, at what had become of the first. */
export function isLookedUpBetween(first: Try, again: Try, tool: string | undefined, tree: SpanTree): boolean {
  const things = thingsOf(tool ?? '')
  const { service, startMs, operationId, http } = first.span
  let looked = 0
  for (const [of, looks] of looksIn(tree)) {
    // Within one service the clock says which of them cannot lie between.
    const from = of === service ? firstFrom(looks, startMs) : 0
    const untilMs = of === again.span.service ? again.span.startMs : Number.POSITIVE_INFINITY
    for (let index = from; index < looks.length; index++) {
      const look = looks[index]
      if (look === undefined || look.startMs > untilMs) break
      if (looked++ === MAX_LOOKS) return true
      if (isAbout(look) && endedBefore(tree, first.span, look) && endedBefore(tree, look, again.span))
        return true
    }
  }
  return false

  function isAbout(look: SpanFacts): boolean {
    if (look.http?.method === 'GET') return look.http.url === http?.url
    if (operationId !== undefined && look.operationId === operationId) return true
    return isOnlyAbout(thingsOf(look.tool ?? ''), things)
  }
}

/** By service and start: requests and calls that read something, and did. */
function looksIn(tree: SpanTree): ReadonlyMap<string, readonly SpanFacts[]> {
  const known = looksByTree.get(tree)
  if (known !== undefined) return known
  const looks = new Map<string, SpanFacts[]>()
  for (const span of tree.spans) {
    const isLook = span.http?.method === 'GET' || (span.role === 'tool' && span.effect === 'read')
    if (span.failed || !isLook) continue
    const beside = looks.get(span.service)
    if (beside === undefined) looks.set(span.service, [span])
    else beside.push(span)
  }
  for (const beside of looks.values()) beside.sort(byStart)
  looksByTree.set(tree, looks)
  return looks
}

const looksByTree = new WeakMap<SpanTree, ReadonlyMap<string, readonly SpanFacts[]>>()
