import type { SpanFacts } from '../span-facts.ts'

/**
 * A pack is the length of its records, the records, then all their texts in one. A record is its length, its mark, its
 * note, the hash of its trace id, where its texts begin, then its fields. Its first two texts are its ids.
 */
export const HEAD = { bytes: 4 } as const
export const RECORD = { length: 0, mark: 4, note: 8, traceHash: 16, texts: 20, fields: 24 } as const
export const TRACE_ID_LENGTH = 32
export const SPAN_ID_LENGTH = 16

/** What stands after the number of a field; a text and a structure are followed by their lengths. */
export const VALUE = { false: 0, true: 1, number: 2, text: 3, structure: 4 } as const

type EmptyFacts = { -readonly [Field in keyof Required<SpanFacts>]: SpanFacts[Field] }

/** Facts with every field: facts of one shape are the cheapest to read. The order is that of the packed fields. */
export function emptyFacts(): EmptyFacts {
  return {
    traceId: '',
    spanId: '',
    parentSpanId: undefined,
    traceFlags: 1,
    service: '',
    name: '',
    kind: 'internal',
    startMs: 0,
    endMs: undefined,
    role: 'other',
    failed: false,
    isMarkedFailed: false,
    runId: undefined,
    turnId: undefined,
    tool: undefined,
    agent: undefined,
    model: undefined,
    client: undefined,
    callId: undefined,
    isOverHttp: undefined,
    requestKey: undefined,
    operationId: undefined,
    fingerprint: undefined,
    layer: undefined,
    attempt: undefined,
    budget: undefined,
    effect: undefined,
    result: undefined,
    errorType: undefined,
    errorCategory: undefined,
    retryable: undefined,
    errorCode: undefined,
    errorDigest: undefined,
    isCategoryInferred: undefined,
    errorFields: undefined,
    retryAfterMs: undefined,
    idempotent: undefined,
    idempotencyKey: undefined,
    timers: undefined,
    toolsOffered: undefined,
    http: undefined,
    progressCount: undefined,
    tokens: undefined,
    links: undefined,
  }
}

export type PackedField = Exclude<keyof SpanFacts, 'traceId' | 'spanId'>

export const PACKED_FIELDS: readonly PackedField[] = Object.keys(emptyFacts()).filter(isPackedField)

function isPackedField(field: string): field is PackedField {
  return field !== 'traceId' && field !== 'spanId'
}
