import { findingAttributes } from './attributes/finding.ts'
import { ATTR_TOOLSPAN_OPERATION_ID } from './attributes/operation.ts'
import { ATTR_TOOLSPAN_LAYER, ATTR_TOOLSPAN_RUN_ID } from './attributes/run.ts'
import {
  ATTR_TOOLSPAN_CALL_AGE_MS,
  ATTR_TOOLSPAN_PROGRESS_COUNT,
  ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
  ATTR_TOOLSPAN_TIMEOUT_CONNECT_MS,
  ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
  ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
} from './attributes/timeout.ts'
import { ATTR_TOOLSPAN_TOOL_EFFECT } from './attributes/tool.ts'
import type { EventDeclaration } from './declaration.ts'
import {
  ATTR_GEN_AI_AGENT_NAME,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_REQUEST_MODEL,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_MCP_METHOD_NAME,
  ATTR_NETWORK_PROTOCOL_NAME,
} from './standard.ts'

export const EVENT_TOOLSPAN_FINDING = 'toolspan.finding'
export const EVENT_TOOLSPAN_CALL_OPEN = 'toolspan.call.open'

/** What the event of an open call repeats from the span of the call, where the span has it. */
export const OPEN_CALL_REPEATS: readonly string[] = [
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_GEN_AI_AGENT_NAME,
  ATTR_GEN_AI_REQUEST_MODEL,
  ATTR_MCP_METHOD_NAME,
  ATTR_NETWORK_PROTOCOL_NAME,
  ATTR_TOOLSPAN_RUN_ID,
  ATTR_TOOLSPAN_OPERATION_ID,
  ATTR_TOOLSPAN_LAYER,
  ATTR_TOOLSPAN_TOOL_EFFECT,
  ATTR_TOOLSPAN_PROGRESS_COUNT,
  ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
  ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
  ATTR_TOOLSPAN_TIMEOUT_CONNECT_MS,
  ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
]

/** Every log event that Toolspan emits. Pure: bundlers of programs that only emit events leave the declarations out. */
export const EVENTS: readonly EventDeclaration[] = /* @__PURE__ */ declareEvents()

function declareEvents(): readonly EventDeclaration[] {
  return [
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
      brief:
        'A call of a tool, of a model or over MCP that is still open past its timers, or past its idle window without a sign of life. Once a call.',
      attributes: [ATTR_TOOLSPAN_CALL_AGE_MS, ...OPEN_CALL_REPEATS],
      stability: 'development',
      setBy: ['processor'],
    },
  ]
}
