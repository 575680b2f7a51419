import { isKeyed, type Keyed } from '../../self/keyed.ts'

const PROTOCOL_KEYS = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType'])

/** Whether a key of a tool result is the protocol's own. */
export function isProtocolKey(key: string): boolean {
  return PROTOCOL_KEYS.has(key)
}

/** Whether a value has the shape of an MCP tool result: typed blocks, or nothing but keys of the protocol. */
export function isToolResult(value: unknown): value is Keyed {
  if (!isKeyed(value) || 'role' in value) return false
  const { content } = value
  if (!Array.isArray(content)) return content === undefined && 'structuredContent' in value
  const first: unknown = content[0]
  if (first !== undefined) return isKeyed(first) && typeof first.type === 'string' && isBlockType(first.type)
  for (const key in value)
    if (!PROTOCOL_KEYS.has(key)) return 'isError' in value || 'structuredContent' in value
  return true
}

const BLOCK_TYPES = new Set(['text', 'image', 'audio', 'resource', 'resource_link'])

function isBlockType(type: string): boolean {
  return BLOCK_TYPES.has(type)
}

/** Keys under which wrappers put the whole result of a tool. */
const WRAPPING_KEYS = ['toolResult', 'tool_result', 'result', 'response', 'output'] as const

/** The tool result that lies one level too deep; undefined when there is none. */
export function nestedResult(value: Keyed): Keyed | undefined {
  for (const key of WRAPPING_KEYS) {
    const inner = value[key]
    if (isToolResult(inner)) return inner
  }
  return undefined
}
