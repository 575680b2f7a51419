import type * as api from '@opentelemetry/api'
import { addAttempt, currentAttempt } from '../budget/current-attempt.ts'
import type { About, Outcome } from '../outcome/outcome.ts'
import { outcomeAttributes } from '../outcome/outcome-attributes.ts'
import type { OwnShape } from '../outcome/stated/own-shape.ts'
import { saysUnderWay } from '../outcome/under-way.ts'
import { ATTR_TOOLSPAN_OPERATION_FINGERPRINT } from '../semconv/attributes/operation.ts'
import { ATTR_TOOLSPAN_RESULT_FINGERPRINT } from '../semconv/attributes/result.ts'
import { ATTR_GEN_AI_TOOL_CALL_ARGUMENTS, ATTR_GEN_AI_TOOL_CALL_RESULT } from '../semconv/standard.ts'
import { countResult, type ResultCounter } from './call-metrics.ts'
import { type CaptureOptions, captured } from './capture.ts'
import { fingerprint, fingerprintKey, resultFingerprint } from './fingerprint.ts'
import { redactedOutcome } from './redacted-outcome.ts'
import { applyVerdict, type Verdict } from './span-status.ts'
import { addToolFacts, type ToolFacts } from './tool-effects.ts'

/** What every instrumented tool call obeys, whatever its boundary. */
export interface ToolCallSettings {
  readonly capture: CaptureOptions
  /** Whether fingerprints are written. */
  readonly fingerprints: boolean
  /** What keys the fingerprints instead of the trace id. */
  readonly key: string | undefined
  /** Shapes of the application's own. */
  readonly shapes: readonly OwnShape[] | undefined
}

/** A tool call under way whose outcome somebody wants to know. */
export interface ToolCall {
  readonly span: api.Span
  /** Where the result is counted; absent where nobody counts, or where it is counted elsewhere. */
  readonly counter: ResultCounter | undefined
  readonly tool: string
  readonly facts: ToolFacts
  readonly settings: ToolCallSettings
}

export function toolCallSettings(
  options: CaptureOptions & { readonly fingerprints?: boolean; readonly shapes?: readonly OwnShape[] },
): ToolCallSettings {
  const { fingerprints = true, shapes } = options
  return { capture: options, fingerprints, key: fingerprintKey(), shapes }
}

/**
 * Puts on `attributes` what is known of a tool call before it runs. Only for spans that are recorded.
 * @param seen what of the arguments can be looked at without running code of the host's, where that is not all of them
 */
export function addToolCall(
  attributes: api.Attributes,
  call: ToolCall,
  args: unknown,
  seen: unknown = args,
): void {
  const { span, tool, facts, settings } = call
  addToolFacts(attributes, facts)
  if (settings.fingerprints) {
    const known = fingerprint(tool, seen, saltOf(span, settings))
    if (known !== undefined) attributes[ATTR_TOOLSPAN_OPERATION_FINGERPRINT] = known
  }
  const attempt = currentAttempt()
  if (attempt !== undefined) addAttempt(attributes, attempt)
  if (settings.capture.captureArguments) {
    const text = captured(args, { tool, kind: 'arguments' }, settings.capture)
    if (text !== undefined) attributes[ATTR_GEN_AI_TOOL_CALL_ARGUMENTS] = text
  }
}

/**
 * Counts what the call meant and puts it on the span.
 * @param result what it returned, if it did
 * @param seen what of that can be looked at without running code of the host's, where that is not all of it
 */
export function describeOutcome(
  call: ToolCall,
  outcome: Outcome,
  verdict: Verdict,
  result?: unknown,
  seen: unknown = result,
): void {
  const { span, tool, settings } = call
  if (call.counter !== undefined) countResult(call.counter, outcome)
  if (!span.isRecording()) return
  const { captureErrorDetail, captureResult } = settings.capture
  const shown = captureErrorDetail ? redactedOutcome(outcome, tool, settings.capture) : outcome
  span.setAttributes(
    outcomeAttributes(shown, captureErrorDetail ? { errorDetail: true, coverageMissing: true } : undefined),
  )
  // What was only promised, or is under way, looks alike each time, whatever comes of it.
  if (seen !== undefined && settings.fingerprints && outcome.reason !== 'unread' && !saysUnderWay(seen)) {
    const known = resultFingerprint(seen, saltOf(span, settings))
    if (known !== undefined) span.setAttribute(ATTR_TOOLSPAN_RESULT_FINGERPRINT, known)
  }
  if (captureResult && result !== undefined && verdict.errorType === undefined) {
    const text = captured(result, { tool, kind: 'result' }, settings.capture)
    if (text !== undefined) span.setAttribute(ATTR_GEN_AI_TOOL_CALL_RESULT, text)
  }
  applyVerdict(span, verdict, captureErrorDetail ? shown.detail : undefined)
}

/**
 * What a classifier is told about the call.
 * @param cancelledByCaller whether the caller stopped it; left out where nobody knows
 */
export function aboutCall(call: ToolCall, cancelledByCaller?: boolean): About {
  const { effect, declaredOutputSchema, describe } = call.facts
  const { shapes } = call.settings
  const about: { -readonly [Key in keyof About]: About[Key] } = { tool: call.tool, effect }
  if (declaredOutputSchema !== undefined) about.declaredOutputSchema = declaredOutputSchema
  if (cancelledByCaller !== undefined) about.cancelledByCaller = cancelledByCaller
  if (describe !== undefined) about.describe = describe
  if (shapes !== undefined) about.shapes = shapes
  return about
}

const saltOf = (span: api.Span, settings: ToolCallSettings): string =>
  settings.key ?? span.spanContext().traceId
