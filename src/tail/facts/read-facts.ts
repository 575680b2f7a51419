import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import { ATTR_ERROR_TYPE } from '../../semconv/standard.ts'
import { textOf } from './attribute-values.ts'
import { clientOfScope } from './client-library.ts'
import { DIALECTS } from './dialects/index.ts'
import type { SpanFacts } from './span-facts.ts'
import type { SpanInput } from './span-input.ts'
import { applyToolFact, type ToolFacts } from './tool-facts.ts'

const MAX_NAME_LENGTH = 128
/** Only a handful of links can matter: a root names the run that it goes on with. */
const MAX_LINKS = 8

/** The name of a span, cut to 128 characters. */
export function nameOf({ name }: SpanInput): string {
  return name.length > MAX_NAME_LENGTH ? name.slice(0, MAX_NAME_LENGTH) : name
}

/** Reads what a span says about calls, tries and budgets. The span itself is not kept. */
export function readFacts(span: SpanInput): SpanFacts {
  return readSpan(span, undefined, EVERY_DIALECT)
}

/** By bit: the dialects that are asked (`ReadAttribute.marks`). */
const EVERY_DIALECT = -1

/**
 * The same, with what is known of the tool besides.
 * @param marks of the attributes that the span has, where they are known; dialects without a mark are not asked
 */
export function readFactsWith(tools: ToolFacts, span: SpanInput, marks = EVERY_DIALECT): SpanFacts {
  const facts = readSpan(span, undefined, marks)
  const known = facts.tool === undefined ? undefined : tools.get(facts.tool)
  if (known === undefined) return facts
  // What a result means depends on the effect, so all of it is read again where the effect is another one.
  const isOther = known.effect !== undefined && known.effect !== facts.effect
  const told = isOther ? readSpan(span, known.effect, marks) : facts
  applyToolFact(known, told)
  return told
}

function readSpan(span: SpanInput, effect: ToolEffect | undefined, marks: number): SpanFacts {
  // Every field is there from the start: facts of one shape are the cheapest to make and to read.
  const facts: SpanFacts = {
    place: 0,
    traceId: asHeld(span.traceId),
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    traceFlags: span.traceFlags ?? 1,
    service: textOf(span.service) ?? '',
    name: nameOf(span),
    kind: span.kind,
    startMs: span.startMs,
    endMs: span.endMs,
    role: 'other',
    failed: span.failed,
    isMarkedFailed: span.failed,
    runId: undefined,
    turnId: undefined,
    tool: undefined,
    agent: undefined,
    model: undefined,
    client: clientOfScope(span.scope),
    callId: undefined,
    isOverHttp: undefined,
    requestKey: undefined,
    operationId: undefined,
    fingerprint: undefined,
    layer: undefined,
    attempt: undefined,
    budget: undefined,
    effect,
    result: undefined,
    errorType: span.failed ? textOf(span.attributes[ATTR_ERROR_TYPE]) : undefined,
    errorCategory: undefined,
    retryable: undefined,
    errorCode: undefined,
    errorDigest: undefined,
    isCategoryInferred: undefined,
    errorFields: undefined,
    retryAfterMs: undefined,
    idempotent: undefined,
    idempotencyKey: undefined,
    timers: undefined,
    toolsOffered: undefined,
    http: undefined,
    progressCount: undefined,
    tokens: undefined,
    isCompacted: undefined,
    links: span.links.length > 0 ? span.links.slice(0, MAX_LINKS) : undefined,
  }
  for (let index = 0; index < DIALECTS.length; index++)
    if ((marks & (1 << index)) !== 0) DIALECTS[index]?.read(span, facts)
  const status = facts.result?.status
  if (status === 'failed' || status === 'indeterminate') facts.failed = true
  else if (status === 'cancelled') facts.failed = false
  return facts
}

let lastTraceId = ''

/** A trace id as facts have it. Spans of one trace mostly come one after the other: one text serves them all, and is equal at a glance. */
export function asHeld(traceId: string): string {
  if (traceId !== lastTraceId) lastTraceId = traceId
  return lastTraceId
}
