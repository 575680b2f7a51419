import type { AttributeValue } from './span-input.ts'

/** What a log record of OTLP says. */
export interface LogInput {
  /** Its EventName; empty where it has none. */
  readonly eventName: string
  /** 32 lower-case hex digits; empty where it belongs to no trace. */
  readonly traceId: string
  /** 16 lower-case hex digits; empty where it belongs to no span. */
  readonly spanId: string
  readonly traceFlags: number
  /** Milliseconds since the Unix epoch. */
  readonly timeMs: number
  readonly attributes: Readonly<Record<string, AttributeValue>>
  readonly resource: Readonly<Record<string, AttributeValue>>
}

/** Where log records go, and what could not be read. */
export interface LogSink {
  record(record: LogInput): void
  problem(message: string): void
}
