import { findingAttributes } from './attributes/finding.ts'
import {
  ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
  ATTR_TOOLSPAN_TIMEOUT_CONNECT_MS,
  ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
  ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
} from './attributes/timeout.ts'
import type { EventDeclaration } from './declaration.ts'
import { ATTR_GEN_AI_AGENT_NAME, ATTR_GEN_AI_TOOL_NAME } from './standard.ts'

export const EVENT_TOOLSPAN_FINDING = 'toolspan.finding'
export const EVENT_TOOLSPAN_CALL_OPEN = 'toolspan.call.open'

/** Every log event that Toolspan emits. */
export const EVENTS: readonly EventDeclaration[] = [
  {
    name: EVENT_TOOLSPAN_FINDING,
    brief: 'A finding, once when it opens and once when it closes.',
    attributes: [
      ...findingAttributes.map((attribute) => attribute.name),
      ATTR_GEN_AI_AGENT_NAME,
      ATTR_GEN_AI_TOOL_NAME,
    ],
    stability: 'development',
    setBy: ['processor', 'tail'],
  },
  {
    name: EVENT_TOOLSPAN_CALL_OPEN,
    brief: 'A tool call that is still open past its idle window.',
    attributes: [
      ATTR_GEN_AI_TOOL_NAME,
      ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
      ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
      ATTR_TOOLSPAN_TIMEOUT_CONNECT_MS,
      ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
    ],
    stability: 'development',
    setBy: ['processor'],
  },
]
