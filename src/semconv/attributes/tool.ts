import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_TOOL_EFFECT = 'toolspan.tool.effect'
export const ATTR_TOOLSPAN_TOOL_IDEMPOTENT = 'toolspan.tool.idempotent'
export const ATTR_TOOLSPAN_AGENT_TOOLS_OFFERED = 'toolspan.agent.tools_offered'
export const ATTR_TOOLSPAN_AGENT_TOOL_CHOICE = 'toolspan.agent.tool_choice'

/** Values of `toolspan.tool.effect`. */
export const TOOL_EFFECTS = ['read', 'write', 'unknown'] as const
export type ToolEffect = (typeof TOOL_EFFECTS)[number]

/** Values of `toolspan.agent.tool_choice`. */
export const TOOL_CHOICES = ['auto', 'any', 'none', 'tool'] as const
export type ToolChoice = (typeof TOOL_CHOICES)[number]

const setBy: readonly Emitter[] = ['recover', 'trace_tool', 'mcp_client', 'mcp_server']

/** What the tool is and what the agent was offered. */
export const toolAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_TOOL_EFFECT,
    type: 'string',
    brief: 'What a call of the tool does to the world.',
    values: TOOL_EFFECTS,
    example: 'read',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_TOOL_IDEMPOTENT,
    type: 'boolean',
    brief: 'Whether repeating the call is declared to be harmless.',
    example: true,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_AGENT_TOOLS_OFFERED,
    type: 'int',
    brief: 'How many tools the agent was offered.',
    example: 6,
    stability: 'development',
    sensitive: false,
    setBy: ['application'],
  },
  {
    name: ATTR_TOOLSPAN_AGENT_TOOL_CHOICE,
    type: 'string',
    brief: 'The tool choice mode in force.',
    values: TOOL_CHOICES,
    example: 'auto',
    stability: 'development',
    sensitive: false,
    setBy: ['application'],
  },
]
