import { textOf } from './attribute-values.ts'
import type { SpanFacts } from './span-facts.ts'
import type { SpanInput } from './span-input.ts'

/** A field of facts that one call has and the next one, for all else its like, has another value of. */
export type OwnField =
  | 'runId'
  | 'turnId'
  | 'callId'
  | 'requestKey'
  | 'operationId'
  | 'fingerprint'
  | 'idempotencyKey'
  | 'tokens'

/**
 * Attributes that say what each call has of its own: ids, counts of tokens. Their values decide one field, and nothing
 * but that; that they are there may decide more.
 */
export interface OwnValue {
  readonly field: OwnField
  readonly reads: readonly string[]
  /** What the dialect that reads them makes of them. */
  of(span: SpanInput): string | number | undefined
}

/** A field that is the text of an attribute. */
export function ownText(field: OwnField, name: string): OwnValue {
  return { field, reads: [name], of: ({ attributes }) => textOf(attributes[name]) }
}

/** A look-up by the name of a field would take longer. */
export function ownValueOf(facts: SpanFacts, field: OwnField | undefined): string | number | undefined {
  switch (field) {
    case 'runId':
      return facts.runId
    case 'turnId':
      return facts.turnId
    case 'callId':
      return facts.callId
    case 'requestKey':
      return facts.requestKey
    case 'operationId':
      return facts.operationId
    case 'fingerprint':
      return facts.fingerprint
    case 'idempotencyKey':
      return facts.idempotencyKey
    case 'tokens':
      return facts.tokens
    default:
      return undefined
  }
}
