import type * as api from '@opentelemetry/api'
import { shownUri } from '../privacy/shown-uri.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import {
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_PROMPT_NAME,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_MCP_METHOD_NAME,
  ATTR_MCP_RESOURCE_URI,
} from '../semconv/standard.ts'
import { type CaptureOptions, captured } from './capture.ts'
import { mcpSpanName, shortTarget } from './span-names.ts'

/** An MCP request or notification as its span tells of it. */
export interface McpMessage {
  readonly method: string
  readonly isRequest: boolean
  readonly params: Keyed | undefined
  /** The tool of a tool call. */
  readonly tool: string | undefined
  /** The prompt of a prompt request. */
  readonly prompt: string | undefined
}

export const TOOL_CALL = 'tools/call'
/** Tells of the progress of a request; it is counted on the span of that request and has none itself. */
export const PROGRESS = 'notifications/progress'
/** Takes a request back. */
export const CANCELLED = 'notifications/cancelled'

/** Methods that concern one resource (MCP conventions, mcp.resource.uri). */
const RESOURCE_METHODS: ReadonlySet<string> = new Set([
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'notifications/resources/updated',
])

/** Reads a message; nothing when it is none, which is left for the SDK to refuse. */
export function readMessage(message: unknown, isRequest: boolean): McpMessage | undefined {
  if (!isKeyed(message) || typeof message.method !== 'string') return undefined
  const { params } = message
  if (params !== undefined && !isKeyed(params)) return undefined
  // A peer may choose any; no method of MCP is nearly as long.
  const method = shortTarget(message.method)
  const name = typeof params?.name === 'string' ? shortTarget(params.name) : undefined
  const tool = method === TOOL_CALL ? name : undefined
  const prompt = method === 'prompts/get' ? name : undefined
  return { method, isRequest, params, tool, prompt }
}

/** The name of the span of a message. */
export const spanNameOf = ({ method, tool, prompt }: McpMessage): string =>
  mcpSpanName(method, tool ?? prompt)

/** Puts on attributes which operation the message is; `tool` is the tool's name as it may stand there. */
export function addOperation(attributes: api.Attributes, message: McpMessage, tool = message.tool): void {
  // In alphabetical order: metrics SDKs sort them, which is quick for what is sorted.
  if (tool !== undefined) {
    attributes[ATTR_GEN_AI_OPERATION_NAME] = 'execute_tool'
    attributes[ATTR_GEN_AI_TOOL_NAME] = tool
  } else if (message.prompt !== undefined) {
    attributes[ATTR_GEN_AI_PROMPT_NAME] = message.prompt
  }
  attributes[ATTR_MCP_METHOD_NAME] = message.method
}

/** Puts on the attributes of a span which resource the message is about. */
export function addResource(attributes: api.Attributes, message: McpMessage, capture: CaptureOptions): void {
  if (!RESOURCE_METHODS.has(message.method) || typeof message.params?.uri !== 'string') return
  const uri = resourceUri(message.params.uri, message.method, capture)
  if (uri !== undefined) attributes[ATTR_MCP_RESOURCE_URI] = uri
}

/** The whole URI leaves only with the arguments. */
function resourceUri(uri: string, method: string, capture: CaptureOptions): string | undefined {
  return capture.captureArguments
    ? captured(uri, { tool: method, kind: 'arguments' }, capture)
    : shownUri(uri)
}
