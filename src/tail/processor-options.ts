import type { MeterProvider, TracerProvider } from '@opentelemetry/api'
import { type Clock, systemClock } from '../clock.ts'
import { judgingOf } from '../config/judging-of.ts'
import { expectSettings } from '../config/read-settings.ts'
import type { ToolspanSettings } from '../config/settings.ts'
import {
  checkOptions,
  durationFrom,
  FUNCTION,
  type OptionRule,
  wholeNumber,
  withMethods,
} from '../self/option-check.ts'
import { invalidOption } from '../self/toolspan-error.ts'
import type { LoggerProvider } from './findings/emit-log.ts'
import type { Finding } from './findings/finding.ts'
import type { Judging } from './judging.ts'

/** How the processor judges, what it keeps, and where findings go. */
export interface ToolspanProcessorOptions {
  /** Told of each finding when it opens and when it closes. Its exceptions are counted and swallowed. */
  readonly onFinding?: (finding: Finding) => void
  /** Makes the finding spans. Default: the global provider. */
  readonly tracerProvider?: TracerProvider
  /** Counts the findings. Default: the global provider. */
  readonly meterProvider?: MeterProvider
  /** Takes the log records. Default: the global provider, where there is one. */
  readonly loggerProvider?: LoggerProvider
  /** How long after a span its run is judged, in milliseconds. Default 1000; minimum 10. */
  readonly judgeAfterMs?: number
  /** How long a run has to be quiet before it is over, in milliseconds. Default 30000; minimum 100. */
  readonly quietMs?: number
  /** How long a run with open spans is kept after its last sign of life, in milliseconds. Default 65 minutes. */
  readonly maxIdleMs?: number
  /** Spans whose facts are kept, over all runs. Default 50000; minimum 100. */
  readonly maxSpans?: number
  /**
   * Bytes that runs and their facts take, over all runs: packed ones exactly, others by what their objects and texts
   * take at most. Default 64 million; minimum 1 million.
   */
  readonly maxBytes?: number
  /** Spans whose facts are kept of one run. Default 10000; minimum 100. */
  readonly maxSpansPerRun?: number
  /**
   * How long a call over HTTP, or of a model, may give no sign of life when no timer of it is known, in milliseconds.
   * Then it is reported as open. Default that of `settings`, else 5 minutes; minimum 5000.
   */
  readonly httpIdleWindowMs?: number
  /** The same for every other call. Default that of `settings`, else 30 minutes; minimum 5000. */
  readonly idleWindowMs?: number
  /**
   * Thresholds of rules, what is known of tools, rules that are off, severities and mutes: what the configuration file
   * of the command line holds (docs/config.md). Default: everything as the rules have it.
   */
  readonly settings?: ToolspanSettings
  /** Where time comes from; for tests. */
  readonly clock?: Clock
}

const RULES: Readonly<Record<keyof ToolspanProcessorOptions, OptionRule>> = {
  onFinding: FUNCTION,
  tracerProvider: withMethods('a tracer provider', 'getTracer'),
  meterProvider: withMethods('a meter provider', 'getMeter'),
  loggerProvider: withMethods('a logger provider', 'getLogger'),
  judgeAfterMs: durationFrom(10),
  quietMs: durationFrom(100),
  maxIdleMs: durationFrom(1000),
  maxSpans: wholeNumber(100),
  maxBytes: wholeNumber(1_000_000),
  maxSpansPerRun: wholeNumber(100),
  httpIdleWindowMs: durationFrom(5000),
  idleWindowMs: durationFrom(5000),
  settings: { accepts: () => true, expected: 'settings' },
  clock: withMethods('an object { now(), after() }', 'now', 'after'),
}

/** The options with their defaults. */
export interface ProcessorSettings {
  readonly onFinding: ((finding: Finding) => void) | undefined
  readonly tracerProvider: TracerProvider | undefined
  readonly meterProvider: MeterProvider | undefined
  readonly loggerProvider: LoggerProvider | undefined
  readonly judgeAfterMs: number
  readonly quietMs: number
  readonly maxIdleMs: number
  readonly maxSpans: number
  readonly maxBytes: number
  readonly maxSpansPerRun: number
  readonly httpIdleWindowMs: number
  readonly idleWindowMs: number
  readonly clock: Clock
  readonly judging: Judging
}

/**
 * Checks the options and fills in the defaults.
 * @throws ToolspanError `invalid_option`, naming the option, what was expected and what came
 */
export function readProcessorOptions(options: ToolspanProcessorOptions): ProcessorSettings {
  checkOptions('ToolspanProcessor', options, RULES)
  checkLimits(options)
  const judging = judgingFor(options)
  return {
    onFinding: options.onFinding,
    tracerProvider: options.tracerProvider,
    meterProvider: options.meterProvider,
    loggerProvider: options.loggerProvider,
    judgeAfterMs: options.judgeAfterMs ?? 1000,
    quietMs: options.quietMs ?? 30_000,
    maxIdleMs: options.maxIdleMs ?? 65 * 60_000,
    maxSpans: options.maxSpans ?? 50_000,
    maxBytes: options.maxBytes ?? 64_000_000,
    maxSpansPerRun: options.maxSpansPerRun ?? 10_000,
    httpIdleWindowMs: judging.settings.httpIdleWindowMs,
    idleWindowMs: judging.settings.idleWindowMs,
    clock: options.clock ?? systemClock,
    judging,
  }
}

/** The windows of the options are those of the rule as well: one call is open for too long, or it is not. */
function judgingFor({ settings, httpIdleWindowMs, idleWindowMs }: ToolspanProcessorOptions): Judging {
  const read = expectSettings('the option settings of ToolspanProcessor', settings)
  return judgingOf({
    ...read,
    thresholds: {
      ...read.thresholds,
      ...(httpIdleWindowMs === undefined ? {} : { httpIdleWindowMs }),
      ...(idleWindowMs === undefined ? {} : { idleWindowMs }),
    },
  })
}

/** One run must fit into what is kept of all. */
function checkLimits({ maxSpans = 50_000, maxSpansPerRun = 10_000 }: ToolspanProcessorOptions): void {
  if (maxSpansPerRun <= maxSpans) return
  throw invalidOption(
    'the option maxSpansPerRun of ToolspanProcessor',
    `at most maxSpans (${maxSpans})`,
    maxSpansPerRun,
  )
}
