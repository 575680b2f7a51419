import type { SpanFacts } from '../facts/span-facts.ts'
import { hasEnded } from './order.ts'
import { asksPerson } from './person.ts'
import { thingsOf } from './tool-words.ts'
import type { SpanTree } from './tree.ts'

/** Calls of one service that have one thing in common. */
interface Alike {
  /** The one that started last. */
  last: SpanFacts
  count: number
}

type AlikeByService = Map<string, Alike>

/**
 * Whether somebody looked at what became of a call, tried it again, or asked a person, after it. What cannot be told to
 * lie before is taken for later: that nobody looked is only claimed where it is known. Each call is read once a run,
 * so that many calls of which nobody knows the outcome cost no more than few.
 */
export function isLookedAtLater(span: SpanFacts, tree: SpanTree): boolean {
  const alike = alikeIn(tree)
  const within: SpanFacts[] = []
  tree.walkDown(span, (below) => {
    if (below.tool !== undefined) within.push(below)
    return true
  })
  const asked = [...keysOf(span, true), ...within.flatMap(({ tool = '' }) => thingKeysOf(tool))]
  return [...new Set(asked)].some((key) => {
    for (const [service, { last, count }] of alike.get(key) ?? []) {
      if (
        service === span.service
          ? last !== span && hasEnded(span, last)
          : count > countOf(within, service, key)
      )
        return true
    }
    return false
  })
}

/** No clock orders two services, but what lies within the call is known to be no later look. */
function countOf(within: readonly SpanFacts[], service: string, key: string): number {
  return within.filter((span) => span.service === service && span.role === 'tool' && hasKey(span, key)).length
}

const hasKey = (span: SpanFacts, key: string): boolean => keysOf(span, false).includes(key)

function alikeIn(tree: SpanTree): Map<string, AlikeByService> {
  const known = alikeByTree.get(tree)
  if (known !== undefined) return known
  const alike = new Map<string, AlikeByService>()
  for (const span of tree.spans) {
    if (span.role !== 'tool') continue
    for (const key of keysOf(span, false)) note(alike, key, span)
  }
  alikeByTree.set(tree, alike)
  return alike
}

const alikeByTree = new WeakMap<SpanTree, Map<string, AlikeByService>>()

function note(alike: Map<string, AlikeByService>, key: string, span: SpanFacts): void {
  const services = alike.get(key)
  if (services === undefined) {
    alike.set(key, new Map([[span.service, { last: span, count: 1 }]]))
    return
  }
  const known = services.get(span.service)
  if (known === undefined) {
    services.set(span.service, { last: span, count: 1 })
    return
  }
  known.count++
  if (span.startMs > known.last.startMs) known.last = span
}

const PERSON = 'person'

/**
 * What a call may have in common with an earlier one: its operation, its arguments, what it is about. A write is no look.
 * @param isAsked the call is the earlier one
 */
function keysOf(span: SpanFacts, isAsked: boolean): string[] {
  const { tool, operationId, fingerprint, effect } = span
  const keys: string[] = []
  if (isAsked || asksPerson(span)) keys.push(PERSON)
  if (operationId !== undefined) keys.push(`operation ${operationId}`)
  if (tool !== undefined && fingerprint !== undefined) keys.push(`call ${tool} ${fingerprint}`)
  if (tool !== undefined && (isAsked || effect !== 'write')) keys.push(...thingKeysOf(tool))
  return keys
}

const thingKeysOf = (tool: string): string[] => [...new Set(thingsOf(tool))].map((word) => `thing ${word}`)
