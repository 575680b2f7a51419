import {
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_TOOL_CALL_ID,
  ATTR_GEN_AI_TOOL_NAME,
} from '../../../semconv/standard.ts'
import { textOf } from '../attribute-values.ts'
import { ownText } from '../own-value.ts'
import { readRecordedArguments } from '../recorded-body.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import type { Dialect, DialectNames } from './dialect.ts'

const SCOPE = 'pydantic-ai'

/** What it looks at. */
export const pydanticAiNames = (): DialectNames => ({
  id: 'pydantic_ai',
  marks: [ATTR_GEN_AI_TOOL_CALL_ID, 'agent_name'],
  reads: [ATTR_GEN_AI_OPERATION_NAME, ATTR_GEN_AI_TOOL_NAME, 'tool_arguments', 'tool_response'],
  owns: [ownText('callId', ATTR_GEN_AI_TOOL_CALL_ID)],
})

/** Pydantic AI in its formats 1 and 2: tools and agents without an operation. From 3 on it writes the conventions. */
export const pydanticAiDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    if (span.scope !== SCOPE || attributes[ATTR_GEN_AI_OPERATION_NAME] !== undefined) return
    const callId = textOf(attributes[ATTR_GEN_AI_TOOL_CALL_ID])
    const agent = textOf(attributes.agent_name)
    if (callId !== undefined) {
      facts.role = 'tool'
      facts.callId ??= callId
      facts.tool ??= textOf(attributes[ATTR_GEN_AI_TOOL_NAME])
      readRecordedArguments(attributes.tool_arguments, facts)
      readRecordedOutcome(span, attributes.tool_response, facts)
    } else if (agent !== undefined) {
      facts.role = 'agent'
      facts.agent ??= agent
    }
  },
}
