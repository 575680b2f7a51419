import * as api from '@opentelemetry/api'
import type { Clock } from '../../clock.ts'
import { guarded, swallow } from '../../self/swallow.ts'
import type { OpenCall } from '../open-calls.ts'
import { emitOpenCallLog } from '../open-calls-log.ts'
import { emitFindingLog, globalLoggerProvider, type LoggerProvider } from './emit-log.ts'
import { createFindingMetrics, type FindingMetrics } from './emit-metric.ts'
import { emitFindingSpan } from './emit-span.ts'
import type { Finding } from './finding.ts'

/** Where findings go. What is not given is taken from OpenTelemetry's global providers at the moment of use. */
export interface ReporterOptions {
  readonly clock: Clock
  readonly onFinding: ((finding: Finding) => void) | undefined
  readonly tracerProvider: api.TracerProvider | undefined
  readonly meterProvider: api.MeterProvider | undefined
  readonly loggerProvider: LoggerProvider | undefined
}

/** Sends findings on their way. None of its methods throws: a broken receiver is counted. */
export interface Reporter {
  /** Log record and metric: the facts hold. */
  opened(finding: Finding, traceFlags: number): void
  /** Log record and span: it is over, these are the final numbers. */
  closed(finding: Finding, traceFlags: number): void
  /** Log record: it was told of, and the whole picture does not show it. Absent: `closed` is told. */
  withdrawn?(finding: Finding, traceFlags: number): void
  /** Log record: a call does not end. */
  callOpen(call: OpenCall): void
  dropped(reason: string, spans?: number): void
}

export function createReporter(options: ReporterOptions): Reporter {
  let metrics: FindingMetrics | undefined
  let metricsProvider: api.MeterProvider | undefined

  /** Instruments belong to a provider: one that is registered later gets its own. */
  function metricsInForce(): FindingMetrics {
    const provider = options.meterProvider ?? api.metrics.getMeterProvider()
    if (metrics === undefined || provider !== metricsProvider) {
      metrics = createFindingMetrics(provider)
      metricsProvider = provider
    }
    return metrics
  }

  function log(finding: Finding, traceFlags: number): void {
    emitFindingLog(finding, traceFlags, options.clock.now(), options.loggerProvider ?? globalLoggerProvider())
  }

  /** A hook may be asynchronous: its rejection is ours to see, too. */
  function tell(finding: Finding): void {
    guarded('hook', () => {
      const answer: unknown = options.onFinding?.(finding)
      if (answer instanceof Promise) answer.catch((error: unknown) => swallow('hook', error))
    })
  }

  return {
    opened(finding, traceFlags) {
      guarded('emit', () => metricsInForce().opened(finding))
      if (finding.state === 'closed') return
      guarded('emit', () => log(finding, traceFlags))
      tell(finding)
    },
    closed(finding, traceFlags) {
      guarded('emit', () => metricsInForce().closed(finding))
      guarded('emit', () => log(finding, traceFlags))
      guarded('emit', () =>
        emitFindingSpan(finding, traceFlags, options.tracerProvider ?? api.trace.getTracerProvider()),
      )
      tell(finding)
    },
    callOpen(call) {
      guarded('emit', () =>
        emitOpenCallLog(call, options.clock.now(), options.loggerProvider ?? globalLoggerProvider()),
      )
    },
    dropped(reason, spans = 1) {
      guarded('emit', () => metricsInForce().dropped(reason, spans))
    },
  }
}
