import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import type { SpanFacts } from './span-facts.ts'

/** What the operator knows of a tool. It goes before what spans say. */
export interface ToolFact {
  readonly effect?: ToolEffect | undefined
  readonly idempotent?: boolean | undefined
  /** How old an answer of the tool may be, in milliseconds. */
  readonly maxAgeMs?: number | undefined
}

/** By name of the tool. */
export type ToolFacts = ReadonlyMap<string, ToolFact>

/** Puts what is known of the tool into the facts of a call of it. */
export function applyToolFact({ idempotent, maxAgeMs }: ToolFact, facts: SpanFacts): void {
  if (idempotent !== undefined) facts.idempotent = idempotent
  const { result } = facts
  if (maxAgeMs === undefined || result === undefined) return
  result.maxAgeMs = maxAgeMs
  // Whoever called it stale or fresh went by another age.
  if (result.ageMs !== undefined) result.freshness = result.ageMs > maxAgeMs ? 'stale' : 'fresh'
}
