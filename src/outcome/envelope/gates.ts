import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { ResultStatus } from '../../semconv/attributes/result.ts'

/** A field in either spelling; camelCase wins. */
export function field(object: Keyed, camel: string, snake: string): unknown {
  const value = object[camel]
  return value === undefined ? object[snake] : value
}

/** What the retry flag is called. */
export function retryFlag(object: Keyed): boolean | undefined {
  const flag = object.isRetryable ?? object.is_retryable ?? object.retryable
  return typeof flag === 'boolean' ? flag : undefined
}

/** Statuses of our vocabulary that a record of something else does not carry. */
const OWN_STATUSES = new Set<unknown>(['found', 'found_none', 'foundNone'])
/** Statuses that an order, a job or a ticket has as well: they declare only beside another key of the envelope. */
const SHARED_STATUSES = new Set<unknown>(['completed', 'accepted', 'input_required', 'cancelled', 'unknown'])

/** The status that a success envelope states; undefined for a word that is not of our vocabulary. */
export function statedStatus(envelope: Keyed): ResultStatus | undefined {
  const { status } = envelope
  if (status === 'foundNone') return 'found_none'
  return OWN_STATUSES.has(status) || SHARED_STATUSES.has(status) ? (status as ResultStatus) : undefined
}

/** Whether an object gives its error a category. */
export function hasCategory(object: Keyed): boolean {
  return typeof field(object, 'errorCategory', 'error_category') === 'string'
}

/** Whether an object is an error context for certain: the category, and a second key of the context. */
export function isErrorContext(object: Keyed): boolean {
  const category = field(object, 'errorCategory', 'error_category')
  const { status, message } = object
  if (typeof category === 'string') {
    return !OWN_STATUSES.has(status) && (retryFlag(object) !== undefined || typeof message === 'string')
  }
  if (status === 'indeterminate') return typeof message === 'string' || retryFlag(object) !== undefined
  return status === 'failed' && hasStatement(object)
}

/** Whether an object says something of the error that a flag already declares. */
export function isErrorRemark(object: Keyed): boolean {
  return (
    isErrorContext(object) ||
    typeof field(object, 'errorCategory', 'error_category') === 'string' ||
    retryFlag(object) !== undefined ||
    typeof field(object, 'errorCode', 'error_code') === 'string' ||
    object.status === 'failed' ||
    object.status === 'indeterminate'
  )
}

const COVERAGE_WORDS = new Set<unknown>(['complete', 'partial', 'unknown'])
const FRESHNESS_WORDS = new Set<unknown>(['fresh', 'stale', 'unknown'])

/** Whether an object carries a part of the success envelope that nothing else looks like. */
export function hasStatement(object: Keyed): boolean {
  const { coverage, freshness } = object
  return (
    (isKeyed(coverage) && COVERAGE_WORDS.has(coverage.status)) ||
    (isKeyed(freshness) && FRESHNESS_WORDS.has(freshness.status)) ||
    typeof field(object, 'emptyReason', 'empty_reason') === 'string'
  )
}

/** Keys that may stand beside "completed" without making a record of it. */
const RECEIPT_KEYS = new Set([
  'status',
  'message',
  'count',
  'total',
  'scanned',
  'truncated',
  'description',
  'results',
])

/** Whether an object is a success envelope, whatever the tool does. */
export function isSuccessEnvelope(object: Keyed): boolean {
  const { status } = object
  if (status === 'failed' || status === 'indeterminate') return false
  return OWN_STATUSES.has(status) || hasStatement(object)
}

/** Whether an object is the receipt of an action. From a look-up the same object tells how some job is doing. */
export function isReceipt(object: Keyed): boolean {
  if (object.status !== 'completed') return false
  for (const key in object) if (!RECEIPT_KEYS.has(key)) return false
  return true
}

/** Whether `_meta`, which holds no data, carries a part of the success envelope. */
export function isSuccessMeta(meta: Keyed): boolean {
  return (
    isSuccessEnvelope(meta) ||
    typeof meta.scanned === 'number' ||
    typeof field(meta, 'resultCount', 'result_count') === 'number' ||
    typeof field(meta, 'matchedCount', 'matched_count') === 'number'
  )
}

/** The gate for text: whether it names a key of an envelope at all. */
const NAMES_A_KEY =
  /"(?:error_?category|is_?retryable|coverage|freshness|empty_?reason)"\s{0,4}:|"status"\s{0,4}:\s{0,4}"(?:found|found_none|foundNone|completed|indeterminate|failed)"/i

/** Whether a text may hold an envelope as JSON. Give it a bounded text. */
export function mayHoldEnvelope(text: string): boolean {
  return NAMES_A_KEY.test(text)
}
