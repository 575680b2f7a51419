import { ATTR_GEN_AI_REQUEST_MODEL } from '../../../semconv/standard.ts'
import { countOf, textOf } from '../attribute-values.ts'
import { readRecordedArguments } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import type { Role, SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['workflow', 'agent'],
])
/** `llm.request.type` of older versions. */
const MODEL_REQUESTS = new Set(['chat', 'completion', 'embedding'])
/** More definitions than this are not counted: the rule about too many tools has spoken long before. */
const MAX_DEFINITIONS = 64

/** What it looks at. */
export const traceloopNames = (): DialectNames => ({
  id: 'traceloop',
  marks: ['traceloop.span.kind', 'llm.request.type'],
  reads: [
    'traceloop.entity.name',
    'traceloop.entity.input',
    'traceloop.entity.output',
    ATTR_GEN_AI_REQUEST_MODEL,
    'llm.usage.total_tokens',
    ...Array.from({ length: MAX_DEFINITIONS }, (_, index) => definitionName(index)),
  ],
  owns: [{ field: 'tokens', reads: ['llm.usage.total_tokens'], of: tokensOf }],
})

/** OpenLLMetry (Traceloop): decorated functions, its MCP and its LangChain instrumentation, and its older model names. */
export const traceloopDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    const kind = textOf(attributes['traceloop.span.kind'])
    if (kind !== undefined) readEntity(span, facts, kind)
    else if (MODEL_REQUESTS.has(textOf(attributes['llm.request.type']) ?? '')) readModelCall(span, facts)
    else return
    readRecordedError(span, facts)
  },
}

function readEntity(span: SpanInput, facts: SpanFacts, kind: string): void {
  const { attributes } = span
  facts.role = ROLES.get(kind) ?? facts.role
  const entity = textOf(attributes['traceloop.entity.name'])
  if (facts.role === 'agent') facts.agent ??= entity
  if (facts.role === 'tool') {
    facts.tool ??= entity
    readRecordedArguments(argumentsOf(attributes['traceloop.entity.input']), facts)
  }
  // A subagent's output is the answer that its caller goes on with: it is read like a tool's.
  if (facts.role === 'tool' || kind === 'agent') readOutput(span, facts)
}

function readModelCall(span: SpanInput, facts: SpanFacts): void {
  const { attributes } = span
  facts.role = 'model'
  facts.model ??= textOf(attributes[ATTR_GEN_AI_REQUEST_MODEL])
  facts.tokens ??= tokensOf(span)
  let count = 0
  while (count < MAX_DEFINITIONS && attributes[definitionName(count)] !== undefined) count++
  if (count > 0) facts.toolsOffered ??= count
}

function tokensOf({ attributes }: SpanInput): number | undefined {
  return countOf(attributes['llm.usage.total_tokens'])
}

function definitionName(index: number): string {
  return `llm.request.functions.${index}.name`
}

/**
 * What LangChain's callback was given holds the arguments beside the step of the graph and other things that differ
 * from call to call: equal calls would look different.
 */
function argumentsOf(input: unknown): unknown {
  if (typeof input !== 'string' || !/^\{"(?:input_str|inputs)"/.test(input)) return input
  const given = objectOf(input)
  if (given === undefined) return input
  return typeof given.input_str === 'string' ? given.input_str : JSON.stringify(given.inputs)
}

/** MCP results are wrapped as `{ result, is_error }`; a decorated function's output is its value as JSON. */
function readOutput(span: SpanInput, facts: SpanFacts): void {
  const output = span.attributes['traceloop.entity.output']
  const wrapped = typeof output === 'string' && output.startsWith('{"') ? wrappedIn(output) : undefined
  if (wrapped === undefined) readRecordedOutcome(span, output, facts)
  else readRecordedOutcome(span, wrapped.result, facts, wrapped.isError)
}

function wrappedIn(output: string): { readonly result: unknown; readonly isError: boolean } | undefined {
  const value = objectOf(output)
  if (value === undefined || !isMcpWrapper(value)) return undefined
  return { result: value.result ?? '', isError: value.is_error === true }
}

/** A success has no `is_error`: then nothing but the text that the server sent may be there. */
function isMcpWrapper(value: Readonly<Record<string, unknown>>): boolean {
  if ('is_error' in value) return true
  return typeof value.result === 'string' && Object.keys(value).length === 1
}

function objectOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
