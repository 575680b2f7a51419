import type { ErrorContext, StatusCheck } from '../envelope/error-context.ts'
import { amountOf, listed, sentence, shown } from './describe.ts'

/** What an error context says, for the model (REQ-12, REQ-18): what failed, why, and what may come next. */
export function failureSentence(context: ErrorContext): string {
  const { status, message, detail, attemptedQuery, unresolvedSources } = context
  const parts = [`${status === 'indeterminate' ? 'Outcome unknown' : 'Failed'}: ${sentence(message)}`]
  if (context.fallback === true)
    parts.push(`The value ${shown(context.standIn)} stands in; it was not looked up.`)
  if (detail !== undefined && detail !== message) parts.push(sentence(detail))
  if (attemptedQuery !== undefined) parts.push(`Asked for: ${sentence(shown(attemptedQuery))}`)
  parts.push(...tries(context))
  if (unresolvedSources !== undefined && unresolvedSources.length > 0) {
    parts.push(`No answer from: ${listed(unresolvedSources)}.`)
  }
  const kept = keptResults(context.partialResults)
  if (kept > 0)
    parts.push(`${amountOf(kept, 'result')} found before the failure ${kept === 1 ? 'is' : 'are'} below.`)
  parts.push(...next(context))
  return parts.filter((part) => part !== '').join(' ')
}

function tries({ attemptCount, elapsedMs, attemptedSteps }: ErrorContext): string[] {
  const parts: string[] = []
  if (attemptCount !== undefined) {
    parts.push(`${amountOf(attemptCount, 'attempt')}${elapsedMs === undefined ? '' : ` in ${elapsedMs} ms`}.`)
  }
  for (const { source, attempts, outcome } of attemptedSteps ?? []) {
    const often = attempts === undefined ? '' : ` ${amountOf(attempts, 'attempt')}`
    parts.push(`${source}:${often}${outcome === undefined ? '' : ` ${shown(outcome)}`}.`)
  }
  return parts
}

function keptResults(results: ErrorContext['partialResults']): number {
  if (results === undefined) return 0
  return Array.isArray(results) ? results.length : Object.keys(results).length
}

function next(context: ErrorContext): string[] {
  const { status, statusCheck, alternatives } = context
  const parts = [
    status === 'indeterminate' ? 'The action may have taken effect. Do not repeat it.' : advice(context),
  ]
  if (statusCheck !== undefined) parts.push(`Check first: ${sentence(checkWords(statusCheck))}`)
  if (alternatives !== undefined && alternatives.length > 0)
    parts.push(`Use instead: ${listed(alternatives)}.`)
  return parts
}

function advice({ errorCategory, isRetryable, budgetExhausted, retryAfterMs }: ErrorContext): string {
  if (isRetryable) {
    return retryAfterMs === undefined
      ? 'The same call may work later.'
      : `The same call may work in ${retryAfterMs} ms.`
  }
  if (errorCategory === 'transient') {
    return budgetExhausted === true
      ? 'The recovery budget is spent: do not repeat it, go on without it and say what is missing.'
      : 'Do not repeat the call.'
  }
  return ADVICE[errorCategory]
}

const ADVICE: Readonly<Record<Exclude<ErrorContext['errorCategory'], 'transient'>, string>> = {
  validation: 'The same input will fail again: change it.',
  permission: 'It will be refused until access is granted: ask for access, do not repeat it.',
  business: 'A rule does not allow it: explain this to the user, do not repeat it.',
  other: 'Do not repeat the call unchanged.',
}

function checkWords(check: StatusCheck): string {
  if (typeof check === 'string') return check
  const { tool, arguments: input } = check
  return input === undefined ? tool : `${tool} with ${shown(input)}`
}
