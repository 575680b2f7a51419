import type { Attributes } from './made-span.ts'
import type { ToolCall } from './tool-call.ts'

/** How one instrumentation writes the spans of a run. */
export interface MadeDialect {
  readonly name: string
  readonly scope: string
  readonly service: string
  /** Its calls go to an MCP server, whose side is recorded, too. */
  readonly hasServer: boolean
  agent(name: string): Attributes
  model(tokens: number): Attributes
  tool(call: ToolCall, side: 'client' | 'server', recordsBodies: boolean): Attributes
}

const MODEL = 'gpt-5-mini'

const toolspan: MadeDialect = {
  name: 'toolspan',
  scope: 'toolspan',
  service: 'orders-agent',
  hasServer: true,
  agent: (name) => ({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': name,
    'toolspan.agent.tools_offered': 5,
  }),
  model: genAiModel,
  tool: (call, side, recordsBodies) => ({
    ...genAiTool(call, side, recordsBodies),
    'toolspan.tool.effect': call.isWrite ? 'write' : 'read',
    'toolspan.operation.fingerprint': call.callId.slice(5, 17),
    'toolspan.layer': side === 'client' ? 'mcp_client' : 'mcp_server',
    ...(side === 'client' ? { 'toolspan.timeout.call_ms': 30_000 } : {}),
    ...(call.outcome === 'failed'
      ? {
          'toolspan.result.status': 'failed',
          'toolspan.error.category': 'transient',
          'toolspan.error.retryable': true,
          'toolspan.error.code': 'ECONNRESET',
          'toolspan.error.source': 'mapped',
        }
      : {
          'toolspan.result.status':
            call.outcome === 'none' || call.outcome === 'proven_none' ? 'found_none' : call.outcome,
          'toolspan.result.reason':
            call.outcome === 'proven_none' ? 'declared' : call.outcome === 'none' ? 'empty_array' : 'content',
          'toolspan.coverage.status': call.outcome === 'proven_none' ? 'complete' : 'unknown',
          'toolspan.freshness.status': 'unknown',
        }),
  }),
}

const plainGenAi: MadeDialect = {
  name: 'gen_ai',
  scope: '@opentelemetry/instrumentation-mcp',
  service: 'support-agent',
  hasServer: true,
  agent: (name) => ({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name }),
  model: genAiModel,
  tool: genAiTool,
}

const openInference: MadeDialect = {
  name: 'openinference',
  scope: 'openinference.instrumentation.langchain',
  service: 'research-agent',
  hasServer: false,
  agent: (name) => ({ 'openinference.span.kind': 'AGENT', 'agent.name': name }),
  model: (tokens) => ({
    'openinference.span.kind': 'LLM',
    'llm.model_name': MODEL,
    'llm.token_count.total': tokens,
    'llm.token_count.prompt': tokens - 80,
    'llm.token_count.completion': 80,
    'llm.provider': 'openai',
  }),
  tool: (call, _side, recordsBodies) => ({
    'openinference.span.kind': 'TOOL',
    'tool.name': call.tool,
    'tool_call.id': call.callId,
    'input.mime_type': 'application/json',
    ...(recordsBodies ? { 'input.value': call.arguments, 'output.value': call.result } : {}),
  }),
}

const vercelAi: MadeDialect = {
  name: 'vercel_ai',
  scope: 'ai',
  service: 'web-assistant',
  hasServer: false,
  agent: (name) => ({
    'operation.name': `ai.generateText ${name}`,
    'ai.operationId': 'ai.generateText',
    'ai.telemetry.functionId': name,
  }),
  model: (tokens) => ({
    'operation.name': 'ai.generateText.doGenerate',
    'ai.operationId': 'ai.generateText.doGenerate',
    'ai.model.id': MODEL,
    'ai.model.provider': 'openai.responses',
    'ai.usage.promptTokens': tokens,
  }),
  tool: (call, _side, recordsBodies) => ({
    'operation.name': 'ai.toolCall',
    'ai.operationId': 'ai.toolCall',
    'ai.toolCall.name': call.tool,
    'ai.toolCall.id': call.callId,
    ...(recordsBodies ? { 'ai.toolCall.args': call.arguments, 'ai.toolCall.result': call.result } : {}),
  }),
}

/** The vocabularies that the made-up runs are written in. */
export const MADE_DIALECTS = [toolspan, plainGenAi, openInference, vercelAi] as const

function genAiModel(tokens: number): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': MODEL,
    'gen_ai.usage.input_tokens': tokens,
    'gen_ai.usage.output_tokens': 80,
    'server.address': 'api.openai.com',
    'server.port': 443,
  }
}

function genAiTool(call: ToolCall, side: 'client' | 'server', recordsBodies: boolean): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.tool,
    'mcp.method.name': 'tools/call',
    'mcp.session.id': call.callId.slice(5, 15),
    'jsonrpc.request.id': call.callId.slice(-4),
    'mcp.protocol.version': '2025-11-25',
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
    ...(side === 'client' ? { 'server.address': 'tools.internal', 'server.port': 8443 } : {}),
    ...(call.outcome === 'failed' ? { 'error.type': 'tool_error' } : {}),
    ...(recordsBodies && side === 'client'
      ? {
          'gen_ai.tool.call.arguments': call.arguments,
          ...(call.outcome === 'failed'
            ? {}
            : {
                'gen_ai.tool.call.result': JSON.stringify({ content: [{ type: 'text', text: call.result }] }),
              }),
        }
      : {}),
  }
}
