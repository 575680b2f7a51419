/** A value that a span attribute can hold. */
export type AttributeValue =
  | string
  | number
  | boolean
  | readonly (string | number | boolean | null | undefined)[]
  | undefined

/**
 * What every source of spans (SDK, OTLP file, later OTLP request) turns a span into before facts are read from
 * it. It is read and let go; only the facts are kept.
 */
export interface SpanInput {
  /** 32 lower-case hex digits. */
  readonly traceId: string
  /** 16 lower-case hex digits. */
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  /** W3C trace flags; 1 is sampled. */
  readonly traceFlags?: number | undefined
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  /** Name of the instrumentation scope. */
  readonly scope: string
  /** `service.name` of the resource, or an empty text. */
  readonly service: string
  /** Milliseconds since the Unix epoch, by the clock of the service. */
  readonly startMs: number
  /** Absent while the span has not ended. */
  readonly endMs?: number | undefined
  readonly failed: boolean
  /** What the status says besides; read of spans that failed. */
  readonly statusMessage?: string | undefined
  readonly attributes: Readonly<Record<string, AttributeValue>>
  /** False where it is known that no HTTP header was captured: some twenty attributes need not be looked for. */
  readonly hasHeaders?: boolean
  readonly events: readonly SpanInputEvent[]
  readonly links: readonly SpanInputLink[]
}

export interface SpanInputEvent {
  readonly name: string
  readonly timeMs: number
  readonly attributes: Readonly<Record<string, AttributeValue>>
}

export interface SpanInputLink {
  readonly traceId: string
  readonly spanId: string
}
