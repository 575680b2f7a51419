import type { ResultReason } from '../../semconv/result-reasons.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayNext } from './draft/next-act.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const errorAsSuccessPage: RulePage = {
  summary: 'The result of a call is an error, and the call is marked as a success.',
  meaning:
    'Whoever looks at the flag goes on as if the call had worked: the agent, its loop breaker, its retry, the dashboard.',
  example:
    'A catch-all turns the exception into the text `Error: connection refused` and returns it as the result, without `isError`.',
  quietWhen:
    'A text reports errors by right: a log, hits, a test report, what a linter found; the tool answers in words that may be about errors, such as news, translations and explanations, and nothing in them is a machine’s; `errors: []`; `error: null`; the call told in another way that it failed.',
  fix: 'Let the tool set isError: true, for example with failed({ errorCategory, message }).',
  severities: 'warning',
}

/** The result is an error in a success's clothes. */
export const errorAsSuccess: SpanRule = Object.freeze({
  id: 'error-as-success',
  scope: 'span',
  isAboutCue: true,
  isCue: isDressedError,
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!isDressedError(span) || isShownAbove(span, judged, isDressedError)) return undefined
    const name = nameOfCall(span)
    const reason = span.result?.reason
    const how = reason === undefined ? '' : ` (${reason.replaceAll('_', ' ')})`
    return aboutCall(span, judged, {
      severity: 'warning',
      summary: `${name} failed, but reported success${how}${sayNext(span, judged.tree)}`,
      evidence: [{ span, says: `not marked as failed, but its result is an error${how}` }],
      fix:
        span.role === 'tool'
          ? `let ${name} set isError: true, for example with failed({ errorCategory, message })`
          : `let ${name} end with an error instead of the text of one`,
    })
  },
} as const)

/**
 * Ways in which a call tells that it failed, whatever became of the status of its span: the conventions leave it
 * unset at a server whose caller was at fault.
 */
const TOLD: ReadonlySet<ResultReason | undefined> = new Set<ResultReason>([
  'thrown_error',
  'aborted',
  'timeout',
  'network_error',
  'http_status',
  'validation_error',
  'database_error',
  'grpc_status',
  'provider_error',
  'is_error',
  'protocol_error',
])

/** A stand-in for a failure is another matter: `swallowed-error` says it. */
function isDressedError({ role, result, isMarkedFailed, endMs }: SpanFacts): boolean {
  const isCall = role === 'tool' || (role === 'agent' && result?.foreign === true)
  if (!isCall || endMs === undefined || isMarkedFailed) return false
  if (result?.status !== 'failed' || result.fallback === true) return false
  // A flag in a recorded body is one that the tool has set, whatever the instrumentation made of it.
  return result.reason !== 'is_error' && (result.foreign || !TOLD.has(result.reason))
}
