import type { SpanFacts } from '../facts/span-facts.ts'
import { type ByService, sortByService } from './between.ts'
import { foundOnce } from './found-once.ts'
import { groupBy } from './group-by.ts'
import { mayHaveEnded } from './order.ts'
import { asksPerson } from './person.ts'
import { thingsOf } from './tool-words.ts'
import type { SpanTree } from './tree.ts'

/**
 * Whether somebody looked at what became of a call, tried it again, or asked a person, after it. What cannot be told to
 * lie before is taken for later: that nobody looked is only claimed where it is known. Each call is read once a run,
 * so that many calls of which nobody knows the outcome cost no more than few.
 */
export function isLookedAtLater(span: SpanFacts, tree: SpanTree): boolean {
  const within: SpanFacts[] = []
  tree.walkDown(span, (below) => within.push(below) > 0)
  const kin = new Set([...within, ...tree.ancestorsOf(span)])
  const about = [span, ...within].flatMap(({ tool = '' }) => thingsOf(tool))
  const keys = new Set(['', ...keysOf(span), ...about.map(keyOfThing)])
  return [...keys].some((key) => {
    for (const [service, looks] of looksIn(tree).get(key) ?? []) {
      const last = looks.findLast((look) => look !== span && !kin.has(look))
      // No clock orders two services, but what lies within the call is known to be no later look.
      const isLater =
        service === span.service
          ? last !== undefined && mayHaveEnded(span, last)
          : looks.length > within.filter((look) => look.service === service && isLook(look, key)).length
      if (isLater) return true
    }
    return false
  })
}

const isLook = (span: SpanFacts, key: string): boolean =>
  span.role === 'tool' && keysOfLook(span).includes(key)

/** By what they may have in common with an earlier call. */
type Looks = ReadonlyMap<string, ByService>

const looksIn = foundOnce((tree: SpanTree): Looks => {
  const calls = tree.spans.filter(({ role }) => role === 'tool')
  const keyed = calls.flatMap((span) => [...new Set(keysOfLook(span))].map((key) => ({ key, span })))
  return new Map(
    groupBy(keyed, ({ key }) => key).map((group) => [
      group[0]?.key ?? '',
      sortByService(group.map(({ span }) => span)),
    ]),
  )
})

/** A write is no look at anything; whoever asks a person asks about all there is. */
function keysOfLook(span: SpanFacts): string[] {
  const about = span.effect === 'write' ? [] : thingsOf(span.tool ?? '').map(keyOfThing)
  return [...keysOf(span), ...about, ...(asksPerson(span) ? [''] : [])]
}

/** The operation, and the call with its arguments. */
function keysOf({ tool, operationId, fingerprint }: SpanFacts): string[] {
  return [
    ...(operationId === undefined ? [] : [`operation ${operationId}`]),
    ...(tool === undefined || fingerprint === undefined ? [] : [`call ${tool} ${fingerprint}`]),
  ]
}

const keyOfThing = (word: string): string => `thing ${word}`
