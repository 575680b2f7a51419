import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_TIMEOUT_CALL_MS = 'toolspan.timeout.call_ms'
export const ATTR_TOOLSPAN_TIMEOUT_IDLE_MS = 'toolspan.timeout.idle_ms'
export const ATTR_TOOLSPAN_TIMEOUT_CONNECT_MS = 'toolspan.timeout.connect_ms'
export const ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS = 'toolspan.timeout.total_ms'
export const ATTR_TOOLSPAN_CALL_AGE_MS = 'toolspan.call.age_ms'
export const ATTR_TOOLSPAN_PROGRESS_COUNT = 'toolspan.progress.count'

/** Only the requests of an MCP session have these; a server's own requests have them, too. */
const setBy: readonly Emitter[] = ['mcp_client', 'mcp_server']

/** Which timers were in force and whether the call showed signs of life. */
export const timeoutAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
    type: 'int',
    brief: 'The wall-clock limit of this call. Absent: none known.',
    unit: 'ms',
    example: 60000,
    stability: 'development',
    sensitive: false,
    setBy: ['recover', 'trace_tool', 'mcp_client', 'mcp_server'],
  },
  {
    name: ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
    type: 'int',
    brief: 'The limit of silence during this call; progress keeps it alive.',
    unit: 'ms',
    example: 30000,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_TIMEOUT_CONNECT_MS,
    type: 'int',
    brief: 'The limit for setting up the connection: of the request that opens an MCP session, on its span.',
    unit: 'ms',
    example: 5000,
    stability: 'development',
    sensitive: false,
    setBy: ['mcp_client', 'application'],
  },
  {
    name: ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
    type: 'int',
    brief: 'The limit that progress does not move.',
    unit: 'ms',
    example: 300000,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_CALL_AGE_MS,
    type: 'int',
    brief: 'How long a call has been open that has not ended yet; only on the event that tells of it.',
    unit: 'ms',
    example: 1800000,
    stability: 'development',
    sensitive: false,
    setBy: ['processor'],
  },
  {
    name: ATTR_TOOLSPAN_PROGRESS_COUNT,
    type: 'int',
    brief: 'Progress notifications seen during the call.',
    example: 12,
    stability: 'development',
    sensitive: false,
    setBy: ['mcp_client', 'mcp_server'],
  },
]
