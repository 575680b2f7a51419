import type { SpanFacts } from '../span-facts.ts'

/** The fields of a span in the order in which they are packed; the two ids stand before them. */
const FIELDS: Readonly<Record<Exclude<keyof SpanFacts, 'traceId' | 'spanId'>, true>> = {
  parentSpanId: true,
  startMs: true,
  endMs: true,
  service: true,
  name: true,
  kind: true,
  role: true,
  traceFlags: true,
  failed: true,
  isMarkedFailed: true,
  runId: true,
  turnId: true,
  tool: true,
  agent: true,
  model: true,
  callId: true,
  isOverHttp: true,
  requestKey: true,
  operationId: true,
  fingerprint: true,
  layer: true,
  attempt: true,
  budget: true,
  effect: true,
  result: true,
  errorType: true,
  errorCategory: true,
  retryable: true,
  errorCode: true,
  errorDigest: true,
  isCategoryInferred: true,
  errorFields: true,
  retryAfterMs: true,
  idempotent: true,
  idempotencyKey: true,
  timers: true,
  toolsOffered: true,
  http: true,
  progressCount: true,
  tokens: true,
  links: true,
}

export type PackedField = keyof typeof FIELDS

export const PACKED_FIELDS = Object.keys(FIELDS) as readonly PackedField[]

/** Which fields hold the id of a span. */
export const OF_IDS: ReadonlySet<number> = new Set([PACKED_FIELDS.indexOf('parentSpanId')])

/** What comes after the number of a field. */
export const VALUE = { false: 0, true: 1, number: 2, text: 3, structure: 4 } as const
