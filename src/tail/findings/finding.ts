import type { Basis, FindingState, Severity } from '../../semconv/attributes/finding.ts'
import type { Layer } from '../../semconv/attributes/run.ts'

/** One layer of a retry storm: who retried, how often, and what it says it allows. */
export interface FindingLayer {
  readonly layer: Layer
  readonly owner?: string
  /** Tries that all instances of the layer made together. */
  readonly attempts: number
  /** The most tries that one instance of the layer made. */
  readonly mostByOne: number
  /** Tries that one instance of the layer is declared to allow. */
  readonly maxAttempts?: number
}

/** A span that a finding points to. */
export interface Evidence {
  readonly traceId: string
  readonly spanId: string
  /** The span's name, for people. */
  readonly name: string
  /** What the span has to say about the finding, in a few words. */
  readonly says: string
}

/** What a rule found: what happened, where, how often, on what basis, and what to change (REQ-38). */
export interface Finding {
  /** 16 hex digits; the same whoever judges and however often. */
  readonly id: string
  readonly rule: string
  readonly severity: Severity
  readonly state: FindingState
  readonly summary: string
  readonly traceId: string
  readonly runId?: string
  /** Ids of the spans it rests on; the first is the anchor. */
  readonly spanIds: readonly string[]
  /** The same spans with their names, at most 20. */
  readonly evidence: readonly Evidence[]
  readonly operation: string
  readonly basis: Basis
  /** False when spans are known to be missing. */
  readonly complete: boolean
  readonly recovered?: boolean
  readonly fix?: string
  readonly runbook: string
  /** When the first and the last piece of evidence happened, milliseconds since the Unix epoch. */
  readonly startMs: number
  readonly endMs: number
  readonly attempts?: number
  readonly layers?: readonly FindingLayer[]
  readonly amplification?: number
  readonly requests?: number
  readonly resets?: number
  readonly wastedMs?: number
  readonly wastedTokens?: number
  readonly origin: FindingOrigin
}

/** Whose call was flagged. */
export interface FindingOrigin {
  readonly service: string
  readonly agent?: string
  readonly tool?: string
}
