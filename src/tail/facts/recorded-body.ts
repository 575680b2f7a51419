import { classifyResult } from '../../outcome/classify-result.ts'
import { classifyValue } from '../../outcome/classify-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { saysUnderWay } from '../../outcome/under-way.ts'
import { hash64 } from './hash64.ts'
import type { SpanFacts } from './span-facts.ts'
import { type ToolMessage, toolMessageOf } from './tool-message.ts'

/** A recorded body longer than this is not read: facts are taken in bounded time. */
const MAX_BODY_LENGTH = 262_144

/** Fingerprints of recorded arguments start like this: they cannot be compared with those that a tool wrote. */
export const RECORDED = 'recorded-'

/** Arguments that a trace recorded tie equal calls, where nobody wrote a fingerprint. */
export function readRecordedArguments(recorded: unknown, facts: SpanFacts): void {
  const body = facts.fingerprint === undefined ? textOfBody(recorded) : undefined
  if (body === undefined) return
  facts.fingerprint = `${RECORDED}${hash64(body)}`
}

/**
 * Classifies the result that a trace recorded, where nobody stated what the call meant. It is a `CallToolResult`
 * as JSON, any other value as JSON, or a text.
 * @param isError the vocabulary's own word on whether the result is an error, where it has one
 */
export function readRecordedResult(recorded: unknown, facts: SpanFacts, isError?: boolean): void {
  const body = facts.result === undefined ? textOfBody(recorded) : undefined
  if (body === undefined) return
  const value = parsed(body)
  const message = toolMessageOf(value)
  if (message !== undefined) {
    facts.callId ??= message.callId
    readRecordedResult(bodyOf(message), facts, isError === true || message.isError ? true : undefined)
    return
  }
  const about = {
    ...(facts.tool === undefined ? {} : { tool: facts.tool }),
    effect: facts.effect ?? 'unknown',
  } as const
  const outcome = isCallToolResult(value)
    ? classifyResult(isError === true ? { ...value, isError } : value, about)
    : isError === true
      ? classifyResult({ content: [{ type: 'text', text: body }], isError }, about)
      : classifyValue(value, about)
  // What is under way looks alike each time, whatever comes of it.
  noteOutcome(outcome, facts, saysUnderWay(value) ? undefined : hash64(body))
}

/** Takes over what a classifier says as read from a foreign vocabulary. */
export function noteOutcome(outcome: Outcome, facts: SpanFacts, fingerprint?: string): void {
  facts.result = {
    status: outcome.status,
    reason: outcome.reason,
    foreign: true,
    coverage: outcome.coverage.status,
    sourcesExpected: outcome.coverage.sourcesExpected,
    sourcesCovered: outcome.coverage.sourcesCovered,
    freshness: outcome.freshness.status,
    ageMs: outcome.freshness.ageMs,
    maxAgeMs: outcome.freshness.maxAgeMs,
    count: outcome.count,
    total: outcome.total,
    hasMore: outcome.hasMore,
    truncated: outcome.truncated,
    fallback: outcome.fallback,
    scanned: outcome.scanned,
    partialCount: outcome.partialCount,
    viewsDisagree: outcome.viewsDisagree,
    fingerprint,
  }
  if (outcome.category === undefined) return
  facts.errorCategory ??= outcome.category
  facts.retryable ??= outcome.retryable
  facts.errorCode ??= outcome.code
  facts.retryAfterMs ??= outcome.retryAfterMs
  facts.errorFields ??= outcome.errorFields
  if (outcome.category === 'other' && outcome.source === 'inferred') facts.isCategoryInferred = true
}

/** Attributes may hold lists as well as texts: an empty list is one, when structured values are recorded. */
function textOfBody(recorded: unknown): string | undefined {
  const body = Array.isArray(recorded) ? JSON.stringify(recorded) : recorded
  return typeof body === 'string' && body.length <= MAX_BODY_LENGTH ? body : undefined
}

/** What the tool returned: a text, the blocks of an MCP result, or a list of its own. */
function bodyOf({ content }: ToolMessage): string {
  if (typeof content === 'string') return content
  const isBlocks = Array.isArray(content) && content.length > 0 && content.every(isBlock)
  return JSON.stringify(isBlocks ? { content } : content) ?? ''
}

function isBlock(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'type' in item && typeof item.type === 'string'
}

/** JSON as what it says, anything else as the text that it is. */
function parsed(body: string): unknown {
  const first = body.trimStart()[0]
  if (first !== '{' && first !== '[' && first !== '"') return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function isCallToolResult(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    ('content' in value || 'isError' in value)
  )
}
