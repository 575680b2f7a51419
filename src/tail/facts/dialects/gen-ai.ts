import { classifyResult } from '../../../outcome/classify-result.ts'
import {
  ATTR_GEN_AI_AGENT_NAME,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_REQUEST_MODEL,
  ATTR_GEN_AI_TOOL_CALL_ID,
  ATTR_GEN_AI_TOOL_CALL_RESULT,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_GEN_AI_USAGE_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_OUTPUT_TOKENS,
  ATTR_JSONRPC_REQUEST_ID,
  ATTR_MCP_METHOD_NAME,
  ATTR_MCP_SESSION_ID,
} from '../../../semconv/standard.ts'
import { countOf, textOf } from '../attribute-values.ts'
import type { Role, SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect } from './dialect.ts'

/** A recorded result body longer than this is not read: facts are taken in bounded time. */
const MAX_RESULT_LENGTH = 262_144

const ROLES: Readonly<Record<string, Role>> = {
  execute_tool: 'tool',
  chat: 'model',
  text_completion: 'model',
  generate_content: 'model',
  embeddings: 'model',
  invoke_agent: 'agent',
  invoke_workflow: 'agent',
  create_agent: 'agent',
}

/** OpenTelemetry's GenAI and MCP conventions. */
export const genAiDialect: Dialect = {
  id: 'gen_ai',
  summary: "Spans in OpenTelemetry's GenAI and MCP conventions.",
  read(span, facts) {
    const { attributes } = span
    const operation = textOf(attributes[ATTR_GEN_AI_OPERATION_NAME])
    const method = textOf(attributes[ATTR_MCP_METHOD_NAME])
    if (operation === undefined && method === undefined) return
    facts.role = method === 'tools/call' ? 'tool' : (ROLES[operation ?? ''] ?? facts.role)
    facts.tool ??= textOf(attributes[ATTR_GEN_AI_TOOL_NAME])
    facts.agent ??= textOf(attributes[ATTR_GEN_AI_AGENT_NAME])
    facts.model ??= textOf(attributes[ATTR_GEN_AI_REQUEST_MODEL])
    facts.callId ??= textOf(attributes[ATTR_GEN_AI_TOOL_CALL_ID])
    readRequestKey(span, facts)
    readTokens(span, facts)
    if (facts.role === 'tool') readBody(span, facts)
  },
}

function readRequestKey({ attributes }: SpanInput, facts: SpanFacts): void {
  const session = textOf(attributes[ATTR_MCP_SESSION_ID])
  const request = textOf(attributes[ATTR_JSONRPC_REQUEST_ID])
  if (session !== undefined && request !== undefined) facts.requestKey = `${session}/${request}`
}

function readTokens({ attributes }: SpanInput, facts: SpanFacts): void {
  const input = countOf(attributes[ATTR_GEN_AI_USAGE_INPUT_TOKENS])
  const output = countOf(attributes[ATTR_GEN_AI_USAGE_OUTPUT_TOKENS])
  if (input !== undefined || output !== undefined) facts.tokens = (input ?? 0) + (output ?? 0)
}

/** Classifies a recorded result body where nobody has stated what the call meant. */
function readBody({ attributes }: SpanInput, facts: SpanFacts): void {
  const body = attributes[ATTR_GEN_AI_TOOL_CALL_RESULT]
  if (facts.result !== undefined || typeof body !== 'string' || body.length > MAX_RESULT_LENGTH) return
  const outcome = classifyResult(asCallToolResult(body), {
    ...(facts.tool === undefined ? {} : { tool: facts.tool }),
    effect: facts.effect ?? 'unknown',
  })
  facts.result = {
    status: outcome.status,
    foreign: true,
    coverage: outcome.coverage.status,
    count: outcome.count,
    scanned: outcome.scanned,
    partialCount: outcome.partialCount,
    viewsDisagree: outcome.viewsDisagree,
  }
}

/** The conventions record the result as JSON; what is no `CallToolResult` is the text of one. */
function asCallToolResult(body: string): unknown {
  if (body.startsWith('{')) {
    try {
      const parsed: unknown = JSON.parse(body)
      if (typeof parsed === 'object' && parsed !== null && ('content' in parsed || 'isError' in parsed)) {
        return parsed
      }
    } catch {
      // Not JSON after all: the text itself is the result.
    }
  }
  return { content: [{ type: 'text', text: body }] }
}
