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
import { countOf, listLengthOf, sumOfCounts, textOf } from '../attribute-values.ts'
import { ownText } from '../own-value.ts'
import { readRecordedArguments } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import { requestKey } from '../request-key.ts'
import type { Role } from '../span-facts.ts'
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
  owns: [
    ownText('callId', ATTR_GEN_AI_TOOL_CALL_ID),
    { field: 'requestKey', reads: [ATTR_MCP_SESSION_ID, ATTR_JSONRPC_REQUEST_ID], of: requestKeyOf },
    {
      field: 'tokens',
      reads: [
        ATTR_GEN_AI_USAGE_INPUT_TOKENS,
        ATTR_GEN_AI_USAGE_PROMPT_TOKENS,
        ATTR_GEN_AI_USAGE_OUTPUT_TOKENS,
        ATTR_GEN_AI_USAGE_COMPLETION_TOKENS,
      ],
      of: tokensOf,
    },
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
    facts.requestKey = requestKeyOf(span) ?? facts.requestKey
    // An agent elsewhere is one span; what an agent of this process used is on its calls of the model.
    if (facts.role === 'model' || span.kind === 'client') facts.tokens = tokensOf(span) ?? facts.tokens
    if (facts.role === 'tool') {
      readRecordedArguments(attributes[ATTR_GEN_AI_TOOL_CALL_ARGUMENTS], facts)
      readRecordedOutcome(span, attributes[ATTR_GEN_AI_TOOL_CALL_RESULT], facts)
    }
    readRecordedError(span, facts)
  },
}

function requestKeyOf({ attributes }: SpanInput): string | undefined {
  return requestKey(attributes[ATTR_MCP_SESSION_ID], attributes[ATTR_JSONRPC_REQUEST_ID])
}

function tokensOf({ attributes }: SpanInput): number | undefined {
  return sumOfCounts(
    countOf(attributes[ATTR_GEN_AI_USAGE_INPUT_TOKENS]) ?? attributes[ATTR_GEN_AI_USAGE_PROMPT_TOKENS],
    countOf(attributes[ATTR_GEN_AI_USAGE_OUTPUT_TOKENS]) ?? attributes[ATTR_GEN_AI_USAGE_COMPLETION_TOKENS],
  )
}
