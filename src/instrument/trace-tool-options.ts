import { invalidOption } from '../self/toolspan-error.ts'
import { LAYERS, type Layer } from '../semconv/attributes/run.ts'
import { TOOL_EFFECTS, type ToolEffect } from '../semconv/attributes/tool.ts'
import { CAPTURE_OPTIONS, type CaptureOptions, checkCaptureOptions } from './capture.ts'
import { checkOptions, isDurationMs, isFlag, isFunction, isOneOf, isText, listed } from './option-check.ts'

/** Values of `gen_ai.tool.type` (GenAI conventions). */
const TOOL_TYPES = ['function', 'extension', 'datastore'] as const

/** What an application says about a tool that it wraps with `traceTool`. */
export interface TraceToolOptions<Fn extends (...args: never[]) => unknown> extends CaptureOptions {
  /** What a call does to the world. Default `unknown`. */
  readonly effect?: ToolEffect
  /** Whether repeating a call is harmless. Absent: unknown. */
  readonly idempotent?: boolean
  /** Who makes the call. Default `agent`. */
  readonly layer?: Layer
  /** The name of the agent that runs the tool. */
  readonly agent?: string
  /** Reads the id that the model gave this call from the arguments. */
  readonly callId?: (...args: Parameters<Fn>) => string | undefined
  /** Default `function`. */
  readonly type?: (typeof TOOL_TYPES)[number]
  /** The wall-clock limit that the function keeps, in milliseconds. It is shown, not enforced. */
  readonly timeoutMs?: number
  /**
   * Picks what the tool was asked for from the arguments, for the fingerprint and for `captureArguments`. Give it
   * where a further argument differs from call to call (a signal, a message list). Default: the one argument, or
   * all of them.
   */
  readonly input?: (...args: Parameters<Fn>) => unknown
  /** Whether fingerprints of arguments and results are written. Default true. */
  readonly fingerprints?: boolean
}

const OPTIONS = [
  'effect',
  'idempotent',
  'layer',
  'agent',
  'callId',
  'type',
  'timeoutMs',
  'input',
  'fingerprints',
  ...CAPTURE_OPTIONS,
]

/** @throws ToolspanError `invalid_option` */
export function checkTraceToolOptions(name: unknown, fn: unknown, options: unknown): void {
  if (!isText(name)) throw invalidOption('the name given to traceTool', 'a text that is not empty', name)
  if (!isFunction(fn)) throw invalidOption('the tool given to traceTool', 'a function', fn)
  const check = checkOptions('traceTool', options, OPTIONS)
  check('effect', isOneOf(TOOL_EFFECTS), listed(TOOL_EFFECTS))
  check('idempotent', isFlag, 'true or false')
  check('layer', isOneOf(LAYERS), listed(LAYERS))
  check('agent', isText, 'a text that is not empty')
  check('callId', isFunction, 'a function of the arguments')
  check('type', isOneOf(TOOL_TYPES), listed(TOOL_TYPES))
  check('timeoutMs', isDurationMs, 'a number of milliseconds > 0')
  check('input', isFunction, 'a function of the arguments')
  check('fingerprints', isFlag, 'true or false')
  checkCaptureOptions(check)
}
