import * as api from '@opentelemetry/api'
import type { Severity } from '../../semconv/attributes/finding.ts'
import { EVENT_TOOLSPAN_FINDING } from '../../semconv/events.ts'
import { FINDINGS_SCOPE } from '../../semconv/scopes.ts'
import type { Finding } from './finding.ts'
import { findingAttributes } from './finding-attributes.ts'

/** The part of OpenTelemetry's log API that is used. It is reached through the API's global symbol, since its
 * package differs between api 1.9 and 1.10 (facts/prototypes.md 2). */
export interface LoggerProvider {
  getLogger(name: string): { emit(record: LogRecord): void }
}

interface LogRecord {
  readonly eventName: string
  readonly timestamp: number
  readonly severityNumber: number
  readonly severityText: string
  readonly body: string
  readonly attributes: api.Attributes
  readonly context: api.Context
}

/** Severity numbers of OpenTelemetry's log data model. */
export const SEVERITY_NUMBERS: Readonly<Record<Severity, number>> = { info: 9, warning: 13, critical: 17 }
export const SEVERITY_TEXTS: Readonly<Record<Severity, string>> = {
  info: 'INFO',
  warning: 'WARN',
  critical: 'ERROR',
}

/** Emits a finding as a log record with trace and span id of the anchor. */
export function emitFindingLog(
  finding: Finding,
  traceFlags: number,
  atMs: number,
  provider: LoggerProvider | undefined,
): void {
  const [anchorId] = finding.spanIds
  if (anchorId === undefined || provider === undefined) return
  provider.getLogger(FINDINGS_SCOPE).emit({
    eventName: EVENT_TOOLSPAN_FINDING,
    timestamp: atMs,
    severityNumber: SEVERITY_NUMBERS[finding.severity],
    severityText: SEVERITY_TEXTS[finding.severity],
    body: finding.summary,
    attributes: findingAttributes(finding),
    context: api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId: finding.traceId,
      spanId: anchorId,
      traceFlags,
    }),
  })
}

/** The logger provider that the host registered; undefined where there is none. */
export function globalLoggerProvider(): LoggerProvider | undefined {
  const registered: unknown = Reflect.get(globalThis, Symbol.for('io.opentelemetry.js.api.logs'))
  const provider: unknown = typeof registered === 'function' ? registered(1) : undefined
  if (isLoggerProvider(provider)) return provider
  // api 1.10 carries the log API itself; reading it by name keeps api 1.9 and bundlers content.
  const logs: unknown = Reflect.get(api, 'logs')
  return isLoggerProvider(logs) ? logs : undefined
}

function isLoggerProvider(value: unknown): value is LoggerProvider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'getLogger' in value &&
    typeof value.getLogger === 'function'
  )
}
