import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import type { Draft, SpanRule } from './rule.ts'

/** The result is an error in a success's clothes. */
export const errorAsSuccess: SpanRule = Object.freeze({
  id: 'error-as-success',
  summary: 'The result of a call is an error, and the call is marked as a success.',
  meaning:
    'Whoever looks at the flag goes on as if the call had worked: the agent, its loop breaker, its retry, the dashboard.',
  quietWhen: 'A text reports errors by right: a log, hits, a test report; `errors: []`; `error: null`.',
  fix: 'Let the tool set isError: true, for example with failed({ errorCategory, message }).',
  severities: 'warning',
  scope: 'span',
  isCue: isDressedError,
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!isDressedError(span) || isShownAbove(span, judged, isDressedError)) return undefined
    const tool = nameOfCall(span)
    const how = span.result?.reason?.replaceAll('_', ' ') ?? 'its result'
    return aboutCall(span, judged, {
      severity: 'warning',
      summary: `${tool} failed and says that it succeeded (${how})`,
      evidence: [{ span, says: `marked as a success; its result is an error (${how})` }],
      fix: `let ${tool} set isError: true, for example with failed({ errorCategory, message })`,
    })
  },
} as const)

/** A stand-in for a failure is another matter: `swallowed-error` says it. */
function isDressedError({ role, result, isMarkedFailed, endMs }: SpanFacts): boolean {
  const isCall = role === 'tool' || (role === 'agent' && result?.foreign === true)
  return (
    isCall &&
    endMs !== undefined &&
    !isMarkedFailed &&
    result?.status === 'failed' &&
    result.fallback !== true
  )
}
