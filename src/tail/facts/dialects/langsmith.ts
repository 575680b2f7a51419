import {
  ATTR_GEN_AI_TOOL_CALL_ID,
  ATTR_GEN_AI_TOOL_NAME,
  EVENT_EXCEPTION,
} from '../../../semconv/standard.ts'
import { textOf } from '../attribute-values.ts'
import { ownText } from '../own-value.ts'
import { readRecordedArguments } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import type { Role, SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['tool', 'tool'],
  ['retriever', 'tool'],
  ['llm', 'model'],
  ['embedding', 'model'],
])
/** A result that is no object is wrapped: `output` in Python, `outputs` in JavaScript. */
const WRAPPED = /^\{"(outputs?)": ?/

/** What it looks at. */
export const langSmithNames = (): DialectNames => ({
  id: 'langsmith',
  marks: ['langsmith.span.kind'],
  reads: [
    'langsmith.trace.name',
    'langsmith.metadata.lc_agent_name',
    'langsmith.metadata.langgraph_node',
    ATTR_GEN_AI_TOOL_NAME,
    ATTR_GEN_AI_TOOL_CALL_ID,
    'gen_ai.prompt',
    'gen_ai.completion',
  ],
  owns: [ownText('callId', ATTR_GEN_AI_TOOL_CALL_ID)],
})

/** LangSmith's OpenTelemetry mode: GenAI names, with the bodies of tools where the conventions have those of models. */
export const langSmithDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    const kind = textOf(attributes['langsmith.span.kind'])
    if (kind === undefined) return
    facts.role = ROLES.get(kind) ?? facts.role
    if (kind === 'chain') readAgent(span, facts)
    // JavaScript's LangSmith ends spans of calls that threw with the status OK, and leaves the exception on them.
    if (span.events.some(({ name }) => name === EVENT_EXCEPTION)) {
      facts.failed = true
      facts.isMarkedFailed = true
    }
    if (facts.role === 'tool') {
      facts.tool ??= textOf(attributes[ATTR_GEN_AI_TOOL_NAME]) ?? textOf(attributes['langsmith.trace.name'])
      facts.callId ??= textOf(attributes[ATTR_GEN_AI_TOOL_CALL_ID])
      readRecordedArguments(attributes['gen_ai.prompt'], facts)
      readRecordedOutcome(span, unwrapped(attributes['gen_ai.completion']), facts)
    }
    readRecordedError(span, facts)
  },
}

/** LangChain's agent is the chain with its name that belongs to no step of its graph. */
function readAgent({ attributes }: SpanInput, facts: SpanFacts): void {
  const agent = textOf(attributes['langsmith.metadata.lc_agent_name'])
  if (agent === undefined || attributes['langsmith.metadata.langgraph_node'] !== undefined) return
  facts.role = 'agent'
  facts.agent ??= agent
}

function unwrapped(body: unknown): unknown {
  const wrapped = typeof body === 'string' ? WRAPPED.exec(body) : null
  if (typeof body !== 'string' || wrapped === null) return body
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return body
    const [inner]: unknown[] = Object.values(value)
    return typeof inner === 'string' ? inner : JSON.stringify(inner)
  } catch {
    return body
  }
}
