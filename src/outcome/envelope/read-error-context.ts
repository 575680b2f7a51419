import { isKeyed, type Keyed } from '../../self/keyed.ts'
import { ERROR_CATEGORIES, type ErrorCategory } from '../../semconv/attributes/error.ts'
import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import { type Draft, draft } from '../draft.ts'
import type { Cause } from '../errors/cause.ts'
import { boundedCode } from '../errors/error-code.ts'
import { statusCause } from '../errors/http-status.ts'
import { networkCause } from '../errors/network.ts'
import { amount } from '../evidence/keyed.ts'
import { failureCause } from '../wording/failure-words.ts'
import { field, retryFlag } from './gates.ts'

/** Optional parts of the error context in both spellings; the second is what `toolspan.error.fields` lists. */
const OPTIONAL_FIELDS: readonly (readonly [camel: string, snake: string])[] = [
  ['errorCode', 'error_code'],
  ['detail', 'detail'],
  ['attemptedQuery', 'attempted_query'],
  ['partialResults', 'partial_results'],
  ['alternatives', 'alternatives'],
  ['attemptCount', 'attempt_count'],
  ['elapsedMs', 'elapsed_ms'],
  ['budgetExhausted', 'budget_exhausted'],
  ['attemptedSteps', 'attempted_steps'],
  ['unresolvedSources', 'unresolved_sources'],
  ['retryAfterMs', 'retry_after_ms'],
  ['operationId', 'operation_id'],
]

const CATEGORIES = new Set<string>(ERROR_CATEGORIES)

/**
 * The outcome that an error context declares. What it leaves open is taken from its code and its words; a
 * business error is never retryable (REQ-7), nor is one whose budget is spent (REQ-4).
 */
export function readErrorContext(context: Keyed, effect: ToolEffect, fallbackText?: string): Draft {
  const message = textOf(context.message) ?? fallbackText
  const code = boundedCode(field(context, 'errorCode', 'error_code'))
  const stated =
    context.status === 'failed' || context.status === 'indeterminate' ? context.status : undefined
  const cause =
    stated !== undefined && statedCategory(context) !== undefined ? undefined : knownCause(code, message)
  const category = statedCategory(context) ?? cause?.category
  const mayHaveRun =
    effect === 'write' && cause?.applied === 'maybe' && (category ?? 'transient') === 'transient'
  const declared = draft(stated ?? (mayHaveRun ? 'indeterminate' : 'failed'), 'declared', 'declared')
  if (category !== undefined) declared.category = category
  const retryable = declared.status === 'indeterminate' ? false : statedRetry(context, category)
  if (retryable !== undefined) declared.retryable = retryable
  addDetails(declared, context, code, message)
  return declared
}

function statedCategory(context: Keyed): ErrorCategory | undefined {
  const stated = field(context, 'errorCategory', 'error_category')
  if (typeof stated !== 'string') return undefined
  const category = stated.toLowerCase()
  // A word that is not on the list is a category all the same: some other one.
  return CATEGORIES.has(category) ? (category as ErrorCategory) : 'other'
}

function statedRetry(context: Keyed, category: ErrorCategory | undefined): boolean | undefined {
  if (category === 'business' || field(context, 'budgetExhausted', 'budget_exhausted') === true) return false
  const flag = retryFlag(context)
  return flag ?? (category === undefined || category === 'transient' ? undefined : false)
}

function knownCause(code: string | undefined, message: string | undefined): Cause | undefined {
  const mapped = code === undefined ? undefined : (networkCause(code) ?? statusCause(Number(code)))
  return mapped ?? (message === undefined ? undefined : failureCause(message))
}

function addDetails(
  declared: Draft,
  context: Keyed,
  code: string | undefined,
  message: string | undefined,
): void {
  if (code !== undefined) declared.code = code
  const retryAfterMs = amount(field(context, 'retryAfterMs', 'retry_after_ms'))
  if (retryAfterMs !== undefined) declared.retryAfterMs = retryAfterMs
  const partialCount = countOf(field(context, 'partialResults', 'partial_results'))
  if (partialCount !== undefined) declared.partialCount = partialCount
  const detail = message ?? textOf(context.detail)
  if (detail !== undefined) declared.detail = detail
  if (context.fallback === true) declared.fallback = true
  const fields: string[] = []
  for (const [camel, snake] of OPTIONAL_FIELDS) {
    const value = field(context, camel, snake)
    if (value !== undefined && value !== null) fields.push(snake)
  }
  declared.errorFields = fields
}

/** How many results an error hands on: the entries of a list, or those of the lists by source. */
function countOf(results: unknown): number | undefined {
  if (Array.isArray(results)) return results.length
  if (!isKeyed(results)) return undefined
  let count = 0
  for (const key in results) {
    const part = results[key]
    if (part !== null && part !== undefined) count += Array.isArray(part) ? part.length : 1
  }
  return count
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
