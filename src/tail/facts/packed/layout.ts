import type { SpanFacts } from '../span-facts.ts'

/**
 * A pack is words of 32 bits: where its records end, how many texts it has, the records, the lengths of the texts in
 * characters; then all texts in one, in UTF-8. Each text is there once: records name it by its number.
 */
export const HEAD = { end: 0, texts: 1, records: 2 } as const

/** Where the words of a record stand. A time is a double. The fields that the span has follow, each with its tag. */
export const RECORD = {
  length: 0,
  mark: 1,
  note: 2,
  trace: 4,
  span: 8,
  parent: 10,
  start: 12,
  end: 14,
  traits: 16,
  service: 17,
  name: 18,
  fields: 19,
} as const

/** The bits of the word that holds what every span has. */
export const TRAIT = { kind: 0, role: 3, failed: 6, isMarkedFailed: 7, hasParent: 8, flags: 16 } as const
export const KINDS: readonly SpanFacts['kind'][] = ['internal', 'server', 'client', 'producer', 'consumer']
export const ROLES: readonly SpanFacts['role'][] = ['other', 'tool', 'model', 'http', 'agent']

/** `indexOf` is a call to the engine, which takes longer than to compare five words. */
export function placeOf<T>(list: readonly T[], value: T): number {
  for (let place = 0; place < list.length; place++) if (list[place] === value) return place
  return 0
}

/** A tag is the number of a field, how its value is written, and the value where it is small. */
export const TAG = { field: 0, type: 8, value: 11 } as const
/** The bits of the number of a field, and of how its value is written, once they are moved to the end. */
export const FIELD_BITS = 0xff
export const TYPE_BITS = 0x7
/** The greatest value that has room in a tag; numbers of texts stay below it. */
export const MAX_IN_TAG = 2 ** 21 - 1

/** A double stands in two words of its own, a list is JSON, an object is the number of its fields, which follow. */
export const TYPE = { flag: 0, small: 1, double: 2, text: 3, list: 4, object: 5 } as const

type Complete<T> = { -readonly [Field in keyof Required<T>]: T[Field] }
type EmptyFacts = Complete<SpanFacts>

/** Facts with every field: facts of one shape are the cheapest to read. The order is that of the packed fields. */
export function emptyFacts(): EmptyFacts {
  return {
    place: 0,
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
    isCompacted: undefined,
    links: undefined,
  }
}

/** What the head of a record holds, or nobody keeps. */
type HeadField =
  | 'place'
  | 'traceId'
  | 'spanId'
  | 'parentSpanId'
  | 'startMs'
  | 'endMs'
  | 'kind'
  | 'role'
  | 'failed'
  | 'isMarkedFailed'
  | 'traceFlags'
  | 'service'
  | 'name'

/** The numbers of the fields that have tags. */
export const FIELD = {
  runId: 0,
  turnId: 1,
  tool: 2,
  agent: 3,
  model: 4,
  client: 5,
  callId: 6,
  isOverHttp: 7,
  requestKey: 8,
  operationId: 9,
  fingerprint: 10,
  layer: 11,
  attempt: 12,
  budget: 13,
  effect: 14,
  result: 15,
  errorType: 16,
  errorCategory: 17,
  retryable: 18,
  errorCode: 19,
  errorDigest: 20,
  isCategoryInferred: 21,
  errorFields: 22,
  retryAfterMs: 23,
  idempotent: 24,
  idempotencyKey: 25,
  timers: 26,
  toolsOffered: 27,
  http: 28,
  progressCount: 29,
  tokens: 30,
  links: 31,
  isCompacted: 32,
} as const satisfies Record<Exclude<keyof SpanFacts, HeadField>, number>

/** The fields by number. */
export const PACKED_FIELDS: readonly string[] = Object.keys(FIELD)
