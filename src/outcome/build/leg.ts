import { isKeyed } from '../../self/keyed.ts'
import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import { classifyError } from '../classify-error.ts'
import { classifyResult } from '../classify-result.ts'
import { classifyValue } from '../classify-value.ts'
import type { Gap } from '../envelope/success-envelope.ts'
import { isToolResult } from '../evidence/nested-result.ts'
import type { Outcome } from '../outcome.ts'
import { itemsOf, partialItemsOf } from './items.ts'

/**
 * What came from one source: a result (of a builder, of an MCP server, or a plain value), an error, or a leg of
 * `Promise.allSettled` as it is.
 */
export type Leg = { readonly source: string } & (
  | { readonly result: unknown }
  | { readonly error: unknown }
  | { readonly status: 'fulfilled'; readonly value: unknown }
  | { readonly status: 'rejected'; readonly reason: unknown }
)

/** A leg that has been read. */
export interface ReadLeg {
  readonly source: string
  readonly outcome: Outcome
  /** What it brought; of a failure, what it had found before. */
  readonly items: readonly unknown[]
  /** Whether the source answered; else there is a gap. */
  readonly hasAnswered: boolean
}

/**
 * Reads a leg: what it brought, and whether its source answered. What is no leg is a gap all the same.
 * @param unnamed the name of a source that has none
 */
export function readLeg(leg: Leg | unknown, unnamed: string, effect: ToolEffect): ReadLeg {
  if (!isKeyed(leg)) return failedLeg(unnamed, undefined, effect)
  const source = typeof leg.source === 'string' ? leg.source : unnamed
  if ('error' in leg) return failedLeg(source, leg.error, effect)
  if ('reason' in leg) return failedLeg(source, leg.reason, effect)
  if (!('result' in leg || 'value' in leg)) return failedLeg(source, undefined, effect)
  const value = 'result' in leg ? leg.result : leg.value
  const about = { tool: source, effect }
  const outcome = isToolResult(value) ? classifyResult(value, about) : classifyValue(value, about)
  const hasAnswered =
    outcome.status === 'found' || outcome.status === 'found_none' || outcome.status === 'completed'
  return { source, outcome, hasAnswered, items: hasAnswered ? itemsOf(value) : partialItemsOf(value) }
}

function failedLeg(source: string, error: unknown, effect: ToolEffect): ReadLeg {
  const outcome = classifyError(error, { tool: source, effect })
  const items = isKeyed(error) ? partialItemsOf(error.context ?? error) : []
  return { source, outcome, hasAnswered: false, items }
}

const WAITING: Readonly<Partial<Record<Outcome['status'], string>>> = {
  accepted: 'The work was started; its result comes later.',
  input_required: 'An answer of the user is needed.',
  cancelled: 'The call was cancelled.',
  unknown: 'What came back cannot be read.',
}

/** The gap that a leg leaves. */
export function gapOf({ source, outcome }: ReadLeg): Gap {
  const { category, retryable } = outcome
  const message = outcome.detail ?? WAITING[outcome.status]
  return {
    source,
    ...(category === undefined ? {} : { errorCategory: category }),
    ...(retryable === undefined ? {} : { isRetryable: retryable }),
    ...(message === undefined ? {} : { message }),
  }
}
