import type { ErrorContext } from '../outcome/envelope/error-context.ts'
import { findEnvelope } from '../outcome/envelope/find-envelope.ts'
import { field, isErrorContext, isErrorRemark } from '../outcome/envelope/gates.ts'
import { declaredContext } from '../outcome/errors/declared-context.ts'
import { thrownChain } from '../outcome/errors/thrown.ts'
import { evidenceOfResult, evidenceOfValue } from '../outcome/evidence/evidence.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'

/** What an error hands on to whoever asks next. */
export type HandedOn = Pick<
  ErrorContext,
  'attemptedQuery' | 'partialResults' | 'alternatives' | 'statusCheck' | 'unresolvedSources'
> & { readonly message?: string; readonly budgetExhausted?: boolean }

const NOTHING: HandedOn = Object.freeze({})

/** What the error context that came with a failure hands on, in either spelling; nothing where there is none. */
export function handedOnBy(cause: unknown, isThrown: boolean): HandedOn {
  const context = isThrown ? declaredContext(thrownChain(cause)) : returnedContext(cause)
  return context ? read(context) : NOTHING
}

function returnedContext(value: unknown): Keyed | undefined {
  if (!isKeyed(value)) return undefined
  const evidence = Array.isArray(value.content) ? evidenceOfResult(value, {}) : evidenceOfValue(value, {})
  return findEnvelope(evidence, value.isError === true ? isErrorRemark : isErrorContext)
}

function read(context: Keyed): HandedOn {
  const partialResults = field(context, 'partialResults', 'partial_results')
  const alternatives = field(context, 'alternatives', 'alternatives')
  const unresolvedSources = field(context, 'unresolvedSources', 'unresolved_sources')
  const attemptedQuery = field(context, 'attemptedQuery', 'attempted_query')
  const statusCheck = field(context, 'statusCheck', 'status_check')
  const { message } = context
  return {
    ...(attemptedQuery !== undefined && { attemptedQuery }),
    ...((Array.isArray(partialResults) || isKeyed(partialResults)) && { partialResults }),
    ...(Array.isArray(alternatives) && { alternatives }),
    ...(Array.isArray(unresolvedSources) && { unresolvedSources: unresolvedSources.filter(isText) }),
    ...((isText(statusCheck) || isStatusCall(statusCheck)) && { statusCheck }),
    ...(isText(message) && { message }),
    ...(field(context, 'budgetExhausted', 'budget_exhausted') === true && { budgetExhausted: true }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isStatusCall(value: unknown): value is { tool: string; arguments?: Record<string, unknown> } {
  if (!isKeyed(value) || typeof value.tool !== 'string') return false
  return value.arguments === undefined || isKeyed(value.arguments)
}
