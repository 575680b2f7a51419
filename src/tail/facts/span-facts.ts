import type { Exhaustion } from '../../semconv/attributes/budget.ts'
import type { CoverageStatus } from '../../semconv/attributes/coverage.ts'
import type { ErrorCategory } from '../../semconv/attributes/error.ts'
import type { FreshnessStatus } from '../../semconv/attributes/freshness.ts'
import type { ResultStatus } from '../../semconv/attributes/result.ts'
import type { Layer } from '../../semconv/attributes/run.ts'
import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import type { ResultReason } from '../../semconv/result-reasons.ts'
import type { ClientLibrary } from './client-library.ts'

/** What a span is to the model. `other` spans only connect the rest. */
export type Role = 'tool' | 'model' | 'http' | 'agent' | 'other'

/** What one span says, in the words of the model. Plain data: it can be written down and read back. */
export interface SpanFacts {
  /** Where it stands among the spans that are held of its run: a hint, kept by whoever holds them. Default 0. */
  place: number
  readonly traceId: string
  readonly spanId: string
  parentSpanId?: string | undefined
  readonly traceFlags: number
  readonly service: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  readonly startMs: number
  /** Absent while the span has not ended. */
  endMs?: number | undefined
  role: Role
  /** The span ended in failure, by its status or by what its result meant; a cancelled call did not. */
  failed: boolean
  /** The span's own status is an error, or what its vocabulary has for one: whoever wrote it knew of the failure. */
  isMarkedFailed: boolean
  runId?: string | undefined
  turnId?: string | undefined
  tool?: string | undefined
  agent?: string | undefined
  /** Which model or provider was asked. */
  model?: string | undefined
  /** The library that the span is about, where its scope or its request says so. */
  client?: ClientLibrary | undefined
  /** The id that the model gave to the call. */
  callId?: string | undefined
  /** The call went over HTTP, as its span says. */
  isOverHttp?: boolean | undefined
  /** MCP session and request id: equal on the two sides of one request. */
  requestKey?: string | undefined
  operationId?: string | undefined
  fingerprint?: string | undefined
  layer?: Layer | undefined
  attempt?: number | undefined
  budget?: BudgetFacts | undefined
  effect?: ToolEffect | undefined
  result?: ResultFacts | undefined
  /** `error.type` of the conventions. */
  errorType?: string | undefined
  errorCategory?: ErrorCategory | undefined
  retryable?: boolean | undefined
  errorCode?: string | undefined
  /** A hash of the recorded error text: equal texts are one reason. */
  errorDigest?: string | undefined
  /** The category is a guess of a classifier: nobody gave one and nothing maps the error. */
  isCategoryInferred?: boolean | undefined
  /** Parts of the error context that came along; empty where the error says nothing but itself. */
  errorFields?: readonly string[] | undefined
  /** How long the server asked to wait. */
  retryAfterMs?: number | undefined
  idempotent?: boolean | undefined
  idempotencyKey?: string | undefined
  timers?: TimerFacts | undefined
  toolsOffered?: number | undefined
  http?: HttpFacts | undefined
  progressCount?: number | undefined
  tokens?: number | undefined
  /** The model was shown a compacted view of what had been said. */
  isCompacted?: boolean | undefined
  links?: readonly SpanLink[] | undefined
}

export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
}

export interface BudgetFacts {
  id?: string | undefined
  owner?: string | undefined
  parentId?: string | undefined
  maxAttempts?: number | undefined
  deadlineMs?: number | undefined
  exhaustedBy?: Exhaustion | undefined
  /** Both a name and a reason were given. */
  approved: boolean
}

/** The timers in force, in milliseconds. */
export interface TimerFacts {
  readonly callMs: number | undefined
  readonly idleMs: number | undefined
  readonly totalMs: number | undefined
}

export interface ResultFacts {
  status: ResultStatus
  reason?: ResultReason | undefined
  /** The status was read from a foreign vocabulary, not stated by Toolspan's own. */
  foreign: boolean
  coverage: CoverageStatus
  sourcesExpected?: number | undefined
  sourcesCovered?: number | undefined
  freshness?: FreshnessStatus | undefined
  ageMs?: number | undefined
  maxAgeMs?: number | undefined
  count?: number | undefined
  total?: number | undefined
  hasMore?: boolean | undefined
  truncated?: boolean | undefined
  fallback?: boolean | undefined
  scanned?: number | undefined
  partialCount?: number | undefined
  viewsDisagree?: boolean | undefined
  fingerprint?: string | undefined
}

export interface HttpFacts {
  method: string
  /** Without fragment. */
  url: string
  host?: string | undefined
  status?: number | undefined
  /** Ordinal of the resend, from the convention or from a client's own header; 0 is the first request. */
  sequence?: number | undefined
  /** Who counts: the header of a model client, or the convention's resend count. */
  sequenceBy?: 'header' | 'resend' | undefined
  /** An AWS invocation: one id for all tries of one call. */
  invocationId?: string | undefined
  invocationMax?: number | undefined
  lastEventId?: string | undefined
}
