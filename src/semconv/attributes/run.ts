import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_RUN_ID = 'toolspan.run.id'
export const ATTR_TOOLSPAN_TURN_ID = 'toolspan.turn.id'
export const ATTR_TOOLSPAN_LAYER = 'toolspan.layer'

/** Values of `toolspan.layer`. */
export const LAYERS = [
  'workflow',
  'coordinator',
  'subagent',
  'agent',
  'tool',
  'mcp_client',
  'mcp_server',
  'llm_sdk',
  'http',
  'queue',
  'framework',
  'gateway',
  'transport',
  '_OTHER',
] as const
export type Layer = (typeof LAYERS)[number]

const setBy: readonly Emitter[] = ['recover', 'trace_tool', 'mcp_client', 'mcp_server']

/** Which run, turn and layer a span belongs to. */
export const runAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_RUN_ID,
    type: 'string',
    brief:
      'The agent run that a span belongs to, over several traces: the conversation id, else the MCP session; never invented.',
    example: 'conv-41',
    stability: 'development',
    sensitive: false,
    setBy: ['mcp_client', 'mcp_server', 'application'],
  },
  {
    name: ATTR_TOOLSPAN_TURN_ID,
    type: 'string',
    brief: 'One user turn, when the application says so.',
    example: 'turn-3',
    stability: 'development',
    sensitive: false,
    setBy: ['application'],
  },
  {
    name: ATTR_TOOLSPAN_LAYER,
    type: 'string',
    brief: 'The layer that made the call or the attempt. Free names go to the owner of the budget.',
    values: LAYERS,
    example: 'mcp_client',
    stability: 'development',
    sensitive: false,
    setBy,
  },
]
