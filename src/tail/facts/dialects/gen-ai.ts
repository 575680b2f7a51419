import {
  ATTR_GEN_AI_AGENT_NAME,
  ATTR_GEN_AI_CONVERSATION_COMPACTED,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_REQUEST_MODEL,
  ATTR_GEN_AI_TOOL_CALL_ARGUMENTS,
  ATTR_GEN_AI_TOOL_CALL_ID,
  ATTR_GEN_AI_TOOL_CALL_RESULT,
  ATTR_GEN_AI_TOOL_DEFINITIONS,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_GEN_AI_USAGE_COMPLETION_TOKENS,
  ATTR_GEN_AI_USAGE_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_OUTPUT_TOKENS,
  ATTR_GEN_AI_USAGE_PROMPT_TOKENS,
  ATTR_JSONRPC_REQUEST_ID,
  ATTR_MCP_METHOD_NAME,
  ATTR_MCP_SESSION_ID,
  ATTR_NETWORK_PROTOCOL_NAME,
} from '../../../semconv/standard.ts'
import { countOf, listLengthOf, textOf } from '../attribute-values.ts'
import { readRecordedArguments } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import type { Role, SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['execute_tool', 'tool'],
  ['chat', 'model'],
  ['text_completion', 'model'],
  ['generate_content', 'model'],
  ['embeddings', 'model'],
  ['invoke_agent', 'agent'],
  ['invoke_workflow', 'agent'],
  ['create_agent', 'agent'],
])

const TOOL_CALL = 'tools/call'
const TOOL_IN_NAME = /\btools\/call (\S{1,128})$/

/** What it looks at. */
export const genAiNames = (): DialectNames => ({
  id: 'gen_ai',
  marks: [
    ATTR_GEN_AI_OPERATION_NAME,
    ATTR_MCP_METHOD_NAME,
    ATTR_GEN_AI_TOOL_NAME,
    ATTR_GEN_AI_CONVERSATION_COMPACTED,
  ],
  reads: [
    ATTR_GEN_AI_AGENT_NAME,
    ATTR_GEN_AI_REQUEST_MODEL,
    ATTR_GEN_AI_TOOL_CALL_ARGUMENTS,
    ATTR_GEN_AI_TOOL_CALL_ID,
    ATTR_GEN_AI_TOOL_CALL_RESULT,
    ATTR_GEN_AI_TOOL_DEFINITIONS,
    ATTR_GEN_AI_USAGE_COMPLETION_TOKENS,
    ATTR_GEN_AI_USAGE_INPUT_TOKENS,
    ATTR_GEN_AI_USAGE_OUTPUT_TOKENS,
    ATTR_GEN_AI_USAGE_PROMPT_TOKENS,
    ATTR_JSONRPC_REQUEST_ID,
    ATTR_MCP_SESSION_ID,
    ATTR_NETWORK_PROTOCOL_NAME,
  ],
})

/** OpenTelemetry's GenAI and MCP conventions. */
export const genAiDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    const operation = textOf(attributes[ATTR_GEN_AI_OPERATION_NAME])
    const method = textOf(attributes[ATTR_MCP_METHOD_NAME])
    facts.tool ??= textOf(attributes[ATTR_GEN_AI_TOOL_NAME])
    if (attributes[ATTR_GEN_AI_CONVERSATION_COMPACTED] === true) facts.isCompacted = true
    if (operation === undefined && method === undefined) return
    facts.role = method === TOOL_CALL ? 'tool' : (ROLES.get(operation ?? '') ?? facts.role)
    // The client side of the MCP SDK for Python names the tool in the name of the span only.
    if (method === TOOL_CALL) facts.tool ??= TOOL_IN_NAME.exec(span.name)?.[1]
    facts.agent ??= textOf(attributes[ATTR_GEN_AI_AGENT_NAME])
    facts.model ??= textOf(attributes[ATTR_GEN_AI_REQUEST_MODEL])
    facts.callId ??= textOf(attributes[ATTR_GEN_AI_TOOL_CALL_ID])
    facts.toolsOffered ??= listLengthOf(attributes[ATTR_GEN_AI_TOOL_DEFINITIONS])
    if (attributes[ATTR_NETWORK_PROTOCOL_NAME] === 'http') facts.isOverHttp = true
    readRequestKey(span, facts)
    // An agent elsewhere is one span; what an agent of this process used is on its calls of the model.
    if (facts.role === 'model' || span.kind === 'client') readTokens(span, facts)
    if (facts.role === 'tool') {
      readRecordedArguments(attributes[ATTR_GEN_AI_TOOL_CALL_ARGUMENTS], facts)
      readRecordedOutcome(span, attributes[ATTR_GEN_AI_TOOL_CALL_RESULT], facts)
    }
    readRecordedError(span, facts)
  },
}

function readRequestKey({ attributes }: SpanInput, facts: SpanFacts): void {
  const session = textOf(attributes[ATTR_MCP_SESSION_ID])
  const request = textOf(attributes[ATTR_JSONRPC_REQUEST_ID])
  if (session !== undefined && request !== undefined) facts.requestKey = `${session}/${request}`
}

function readTokens({ attributes }: SpanInput, facts: SpanFacts): void {
  const input =
    countOf(attributes[ATTR_GEN_AI_USAGE_INPUT_TOKENS]) ??
    countOf(attributes[ATTR_GEN_AI_USAGE_PROMPT_TOKENS])
  const output =
    countOf(attributes[ATTR_GEN_AI_USAGE_OUTPUT_TOKENS]) ??
    countOf(attributes[ATTR_GEN_AI_USAGE_COMPLETION_TOKENS])
  if (input !== undefined || output !== undefined) facts.tokens = (input ?? 0) + (output ?? 0)
}
