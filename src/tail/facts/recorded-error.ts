import { classifyError } from '../../outcome/classify-error.ts'
import {
  ATTR_ERROR_TYPE,
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_TYPE,
  EVENT_EXCEPTION,
} from '../../semconv/standard.ts'
import { textOf } from './attribute-values.ts'
import { meaningOf } from './exception-classes.ts'
import { exceptionWords } from './exception-words.ts'
import { hash64 } from './hash64.ts'
import { noteOutcome } from './recorded-body.ts'
import type { SpanFacts } from './span-facts.ts'
import type { SpanInput } from './span-input.ts'

/**
 * Classifies the failure of a foreign span by what it recorded of it: the exception event, else `error.type` where
 * that is an HTTP status, a system code or a timeout, else the message of the status. Where none of them says
 * anything, nothing is claimed.
 */
export function readRecordedError(span: SpanInput, facts: SpanFacts): void {
  facts.errorType ??= textOf(span.attributes[ATTR_ERROR_TYPE])
  const exception = facts.failed ? exceptionOf(span) : undefined
  const told = exception ?? (facts.failed ? toldBy(span, facts.errorType) : undefined)
  if (told !== undefined) facts.errorDigest = hash64(`${told.name} ${told.message}`)
  if (exception !== undefined && exception.name !== NO_CLASS) facts.errorType ??= exception.name
  if (!facts.failed || facts.errorCategory !== undefined || facts.result !== undefined) return
  const outcome = firstKnown([exception, errorOfType(facts.errorType), told], facts)
  if (outcome === undefined) return
  if (facts.role === 'tool') noteOutcome(outcome, facts)
  else facts.errorCategory = outcome.category
  facts.retryable ??= outcome.retryable
  facts.errorCode ??= told !== undefined && isImplied(outcome.code, told) ? told.name : outcome.code
}

/** What the first of several accounts of one failure says; one that says nothing gives way to the next. */
function firstKnown(accounts: readonly (object | undefined)[], { tool, effect }: SpanFacts) {
  for (const error of new Set(accounts)) {
    if (error === undefined) continue
    const outcome = classifyError(error, {
      ...(tool === undefined ? {} : { tool }),
      effect: effect ?? 'unknown',
    })
    if (outcome.category !== 'other' || outcome.source !== 'inferred') return outcome
  }
  return undefined
}

/** Whether the span does not say the status: only the class of the exception stands for it. */
function isImplied(code: string | undefined, { status, message }: Recorded): boolean {
  return code !== undefined && code === String(status) && !message.includes(code)
}

/** An error as it was recorded. A real one would capture a stack, for every failed span. */
interface Recorded {
  readonly name: string
  readonly message: string
  /** What its class stands for. */
  readonly status?: number
}

/** The name of an exception whose class is not known. */
const NO_CLASS = 'Error'

function exceptionOf(span: SpanInput): Recorded | undefined {
  const event = span.events.findLast(({ name }) => name === EVENT_EXCEPTION)
  if (event === undefined) return undefined
  return errorOf(
    textOf(event.attributes[ATTR_EXCEPTION_TYPE]),
    textOf(event.attributes[ATTR_EXCEPTION_MESSAGE]),
  )
}

/** Conventions want the message of an exception in the status, and exceptions in logs, which are not here. */
function toldBy(span: SpanInput, errorType: string | undefined): Recorded | undefined {
  const message = textOf(span.statusMessage)
  return message === undefined ? undefined : errorOf(errorType, message)
}

function errorOf(recordedType: string | undefined, recordedMessage: string | undefined): Recorded {
  const { type, message } = exceptionWords(recordedType ?? '', recordedMessage ?? '')
  return { name: type === '' ? NO_CLASS : type, message, ...meaningOf(type, message) }
}

function errorOfType(type: string | undefined): object | undefined {
  if (type === undefined) return undefined
  if (/^[45]\d\d$/.test(type)) return { name: 'Error', message: '', status: Number(type) }
  if (/^timeout$/i.test(type)) return { name: 'TimeoutError', message: '' }
  return /^[A-Z][A-Z0-9_]{3,40}$/.test(type) ? { name: 'Error', message: '', code: type } : undefined
}
