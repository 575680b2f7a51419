import { OWN_SHAPES, type OwnShape } from '../outcome/stated/own-shape.ts'
import type { ResultDescription } from '../outcome/stated/result-description.ts'
import {
  checkOptions,
  DURATION_MS,
  FLAG,
  FUNCTION,
  type OptionRules,
  oneOf,
  TEXT,
} from '../self/option-check.ts'
import { invalidOption } from '../self/toolspan-error.ts'
import { LAYERS, type Layer } from '../semconv/attributes/run.ts'
import { TOOL_EFFECTS, type ToolEffect } from '../semconv/attributes/tool.ts'
import { CAPTURE_RULES, type CaptureOptions } from './capture.ts'

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
  /**
   * Says what a returned value meant: a status, a count, coverage, a category. It beats what is read from the value. It
   * must not change the value and answers at once; what it throws is counted and never reaches the caller.
   */
  readonly describe?: (result: Awaited<ReturnType<Fn>>) => ResultDescription | undefined
  /** Shapes of your own, asked before those of Toolspan; see `defineShape`. */
  readonly shapes?: readonly OwnShape[]
}

const OF_ARGUMENTS = { ...FUNCTION, expected: 'a function of the arguments' }

const RULES: OptionRules = {
  effect: oneOf(TOOL_EFFECTS),
  idempotent: FLAG,
  layer: oneOf(LAYERS),
  agent: TEXT,
  callId: OF_ARGUMENTS,
  type: oneOf(TOOL_TYPES),
  timeoutMs: DURATION_MS,
  input: OF_ARGUMENTS,
  fingerprints: FLAG,
  describe: { ...FUNCTION, expected: 'a function of the result' },
  shapes: OWN_SHAPES,
  ...CAPTURE_RULES,
}

/** @throws ToolspanError `invalid_option` */
export function checkTraceToolOptions(name: unknown, fn: unknown, options: unknown): void {
  if (!TEXT.accepts(name)) throw invalidOption('the name given to traceTool', TEXT.expected, name)
  if (typeof fn !== 'function') throw invalidOption('the tool given to traceTool', 'a function', fn)
  checkOptions('traceTool', options, RULES)
}
