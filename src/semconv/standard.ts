// OpenTelemetry names in use, copied because the GenAI and MCP ones are incubating and may not be imported at
// run time. Sources: semantic-conventions 1.45.0 and semantic-conventions-genai 0.1.0, read 2026-11-30.

export const ATTR_ERROR_TYPE = 'error.type'
export const ATTR_SERVICE_NAME = 'service.name'
export const ATTR_SERVICE_INSTANCE_ID = 'service.instance.id'

export const EVENT_EXCEPTION = 'exception'
export const ATTR_EXCEPTION_TYPE = 'exception.type'
export const ATTR_EXCEPTION_MESSAGE = 'exception.message'

export const ATTR_GEN_AI_OPERATION_NAME = 'gen_ai.operation.name'
export const ATTR_GEN_AI_TOOL_NAME = 'gen_ai.tool.name'
export const ATTR_GEN_AI_TOOL_TYPE = 'gen_ai.tool.type'
export const ATTR_GEN_AI_TOOL_CALL_ID = 'gen_ai.tool.call.id'
export const ATTR_GEN_AI_TOOL_CALL_ARGUMENTS = 'gen_ai.tool.call.arguments'
export const ATTR_GEN_AI_TOOL_CALL_RESULT = 'gen_ai.tool.call.result'
export const ATTR_GEN_AI_TOOL_DEFINITIONS = 'gen_ai.tool.definitions'
export const ATTR_GEN_AI_PROMPT_NAME = 'gen_ai.prompt.name'
export const ATTR_GEN_AI_AGENT_NAME = 'gen_ai.agent.name'
export const ATTR_GEN_AI_CONVERSATION_ID = 'gen_ai.conversation.id'
/** True on calls whose context is a compacted view; newer than 0.1.0 (semantic-conventions-genai, main, 2026-11). */
export const ATTR_GEN_AI_CONVERSATION_COMPACTED = 'gen_ai.conversation.compacted'
export const ATTR_GEN_AI_REQUEST_MODEL = 'gen_ai.request.model'
export const ATTR_GEN_AI_PROVIDER_NAME = 'gen_ai.provider.name'
export const ATTR_GEN_AI_USAGE_INPUT_TOKENS = 'gen_ai.usage.input_tokens'
export const ATTR_GEN_AI_USAGE_OUTPUT_TOKENS = 'gen_ai.usage.output_tokens'
/** Older names of the two: read, never written. */
export const ATTR_GEN_AI_USAGE_PROMPT_TOKENS = 'gen_ai.usage.prompt_tokens'
export const ATTR_GEN_AI_USAGE_COMPLETION_TOKENS = 'gen_ai.usage.completion_tokens'

export const ATTR_MCP_METHOD_NAME = 'mcp.method.name'
export const ATTR_MCP_PROTOCOL_VERSION = 'mcp.protocol.version'
export const ATTR_MCP_SESSION_ID = 'mcp.session.id'
export const ATTR_MCP_RESOURCE_URI = 'mcp.resource.uri'
export const ATTR_JSONRPC_REQUEST_ID = 'jsonrpc.request.id'
export const ATTR_RPC_STATUS_CODE = 'rpc.status_code'
/** The older name of `rpc.status_code`: read, never written. */
export const ATTR_RPC_RESPONSE_STATUS_CODE = 'rpc.response.status_code'
export const ATTR_RPC_SYSTEM_NAME = 'rpc.system.name'
export const ATTR_RPC_METHOD = 'rpc.method'
export const ATTR_RPC_REQUEST_PREVIOUS_ATTEMPTS = 'rpc.request.metadata.grpc-previous-rpc-attempts'

// Names of RPC spans before semantic-conventions 1.39: read, never written.
export const ATTR_RPC_SYSTEM = 'rpc.system'
export const ATTR_RPC_SERVICE = 'rpc.service'
export const ATTR_RPC_GRPC_STATUS_CODE = 'rpc.grpc.status_code'
/** Written by the instrumentation of Node, beside a status without a message. */
export const ATTR_GRPC_ERROR_MESSAGE = 'grpc.error_message'
export const ATTR_RPC_GRPC_PREVIOUS_ATTEMPTS = 'rpc.grpc.request.metadata.grpc-previous-rpc-attempts'

export const ATTR_NETWORK_TRANSPORT = 'network.transport'
export const ATTR_NETWORK_PROTOCOL_NAME = 'network.protocol.name'
export const ATTR_NETWORK_PROTOCOL_VERSION = 'network.protocol.version'
export const ATTR_SERVER_ADDRESS = 'server.address'
export const ATTR_SERVER_PORT = 'server.port'
export const ATTR_CLIENT_ADDRESS = 'client.address'
export const ATTR_CLIENT_PORT = 'client.port'

export const ATTR_HTTP_REQUEST_METHOD = 'http.request.method'
export const ATTR_HTTP_RESPONSE_STATUS_CODE = 'http.response.status_code'
export const ATTR_HTTP_REQUEST_RESEND_COUNT = 'http.request.resend_count'
export const ATTR_URL_FULL = 'url.full'
export const ATTR_USER_AGENT_ORIGINAL = 'user_agent.original'

// Names that HTTP clients wrote before semantic-conventions 1.23, and that many still write: read, never written.
export const ATTR_HTTP_METHOD = 'http.method'
export const ATTR_HTTP_URL = 'http.url'
export const ATTR_HTTP_HOST = 'http.host'
export const ATTR_HTTP_STATUS_CODE = 'http.status_code'
export const ATTR_HTTP_RESEND_COUNT = 'http.resend_count'
export const ATTR_HTTP_RETRY_COUNT = 'http.retry_count'
export const ATTR_NET_PEER_NAME = 'net.peer.name'
