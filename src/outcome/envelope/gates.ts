import { EMPTY_REASONS } from '../../semconv/attributes/result.ts'
import { isKeyed, type Keyed } from '../evidence/keyed.ts'

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
const OWN_STATUSES = new Set<unknown>(['found', 'found_none', 'foundNone', 'indeterminate', 'input_required'])
/** Statuses that an order, a job or a ticket has as well: they declare only beside another key of the envelope. */
const SHARED_STATUSES = new Set<unknown>(['completed', 'failed', 'accepted', 'cancelled', 'unknown'])

/** The status that an object states in our vocabulary, whether or not it means the call. */
export function statedStatus(object: Keyed): string | undefined {
  const { status } = object
  if (status === 'foundNone') return 'found_none'
  return typeof status === 'string' && (OWN_STATUSES.has(status) || SHARED_STATUSES.has(status))
    ? status
    : undefined
}

/** Whether an object is an error context for certain: the category, and a second key of the context. */
export function isErrorContext(object: Keyed): boolean {
  const category = field(object, 'errorCategory', 'error_category')
  if (typeof category !== 'string') return object.status === 'indeterminate'
  if (object.status === 'found' || object.status === 'found_none') return false
  return retryFlag(object) !== undefined || typeof object.message === 'string'
}

/** Whether an object says something of the error that a flag already declares. */
export function isErrorRemark(object: Keyed): boolean {
  return (
    isErrorContext(object) ||
    typeof field(object, 'errorCategory', 'error_category') === 'string' ||
    retryFlag(object) !== undefined ||
    typeof field(object, 'errorCode', 'error_code') === 'string' ||
    statedStatus(object) === 'failed'
  )
}

const COVERAGE_WORDS = new Set<unknown>(['complete', 'partial', 'unknown'])
const FRESHNESS_WORDS = new Set<unknown>(['fresh', 'stale', 'unknown'])
const EMPTY_WORDS = new Set<unknown>(EMPTY_REASONS)

/** Whether an object carries a part of the success envelope that nothing else looks like. */
function hasStatement(object: Keyed): boolean {
  const { coverage, freshness } = object
  return (
    (isKeyed(coverage) && COVERAGE_WORDS.has(coverage.status)) ||
    (isKeyed(freshness) && FRESHNESS_WORDS.has(freshness.status)) ||
    EMPTY_WORDS.has(field(object, 'emptyReason', 'empty_reason'))
  )
}

/** Keys that may stand beside a shared status without making a record of it. */
const RECEIPT_KEYS = new Set(['status', 'message', 'count', 'total', 'scanned', 'truncated', 'description'])

/** Whether an object is a success envelope. */
export function isSuccessEnvelope(object: Keyed): boolean {
  const { status } = object
  if (OWN_STATUSES.has(status) || hasStatement(object)) return true
  return status === 'completed' && hasOnlyReceiptKeys(object)
}

function hasOnlyReceiptKeys(object: Keyed): boolean {
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
  /"(?:error_?category|is_?retryable|coverage|freshness|empty_?reason)"\s{0,4}:|"status"\s{0,4}:\s{0,4}"(?:found|found_none|completed|indeterminate)"/i

/** Whether a text may hold an envelope as JSON. Give it a bounded text. */
export function mayHoldEnvelope(text: string): boolean {
  return NAMES_A_KEY.test(text)
}
