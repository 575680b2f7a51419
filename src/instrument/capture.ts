import { FLAG, FUNCTION, type OptionRules, wholeNumber } from '../self/option-check.ts'
import { swallow } from '../self/swallow.ts'
import { excerpt } from './excerpt.ts'

/** What a captured text is taken from. */
export interface CaptureSource {
  /** The tool; of the URI of a resource, the MCP method. */
  readonly tool: string
  readonly kind: 'arguments' | 'result' | 'error_detail'
}

/** What may leave the process. Everything is off unless it is switched on here. */
export interface CaptureOptions {
  /** Puts the arguments of tool calls on spans as `gen_ai.tool.call.arguments`. Default false. */
  readonly captureArguments?: boolean
  /** Puts the results of successful tool calls on spans as `gen_ai.tool.call.result`. Default false. */
  readonly captureResult?: boolean
  /** Puts error texts on spans: the status message, `toolspan.error.detail`, names of missing sources. Default false. */
  readonly captureErrorDetail?: boolean
  /** Longest captured text in characters; the rest is cut. Default 4096. */
  readonly maxCapturedLength?: number
  /**
   * Sees every captured value first and gives back what may leave instead; `undefined` keeps it in. A redactor
   * that throws keeps it in, too.
   */
  readonly redact?: (value: unknown, source: CaptureSource) => unknown
}

export const CAPTURE_RULES = {
  captureArguments: FLAG,
  captureResult: FLAG,
  captureErrorDetail: FLAG,
  maxCapturedLength: wholeNumber(1),
  redact: FUNCTION,
} satisfies OptionRules

const DEFAULT_MAX_LENGTH = 4096

/** The text of a value that may leave the process, redacted and cut; nothing when it may not. */
export function captured(value: unknown, source: CaptureSource, options: CaptureOptions): string | undefined {
  try {
    const allowed = options.redact === undefined ? value : options.redact(value, source)
    const maxLength = options.maxCapturedLength ?? DEFAULT_MAX_LENGTH
    const text = typeof allowed === 'string' ? allowed : JSON.stringify(excerpt(allowed, maxLength))
    return text?.slice(0, maxLength)
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}
