import { embeddedEnvelope } from '../outcome/envelope/embedded-json.ts'
import type { ErrorContext } from '../outcome/envelope/error-context.ts'
import { field, isErrorContext, isErrorRemark } from '../outcome/envelope/gates.ts'
import { isKeyed, type Keyed } from '../outcome/evidence/keyed.ts'

/** What an error hands on to whoever asks next. */
export type HandedOn = Pick<
  ErrorContext,
  'attemptedQuery' | 'partialResults' | 'alternatives' | 'statusCheck' | 'unresolvedSources'
> & { readonly message?: string; readonly budgetExhausted?: boolean }

const NOTHING: HandedOn = Object.freeze({})

/** What the error context that came with a failure hands on, in either spelling; nothing where there is none. */
export function handedOnBy(cause: unknown): HandedOn {
  const context = isKeyed(cause) ? findContext(cause) : undefined
  return context ? read(context) : NOTHING
}

/** A thrown error carries its context itself, or under `context` or `data`; a result in its usual places. */
function findContext(cause: Keyed): Keyed | undefined {
  const { context, data, error, structuredContent, _meta } = cause
  const isFlagged = cause.isError === true
  for (const place of [cause, structuredContent, context, data, error, _meta]) {
    if (isKeyed(place) && (isErrorContext(place) || (isFlagged && isErrorRemark(place)))) return place
  }
  return isFlagged ? contextInText(cause.content) : undefined
}

function contextInText(content: unknown): Keyed | undefined {
  if (!Array.isArray(content)) return undefined
  for (const block of content) {
    const text: unknown = isKeyed(block) ? block.text : undefined
    const found = typeof text === 'string' ? embeddedEnvelope(text) : undefined
    if (found && isErrorRemark(found)) return found
  }
  return undefined
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
