import type { ErrorContext } from '../envelope/error-context.ts'
import type { SuccessEnvelope } from '../envelope/success-envelope.ts'
import type { ToolResult } from '../tool-result.ts'
import { failureSentence } from './failure-sentence.ts'
import { successSentence } from './success-sentence.ts'
import { writtenJson } from './written-json.ts'

/**
 * The tool result of an envelope. Its one text block is a sentence made from the envelope, then the envelope
 * itself as JSON, for hosts that hand on text only; so the two views cannot disagree.
 */
export function toolResult<Envelope extends SuccessEnvelope | ErrorContext>(
  envelope: Envelope,
): ToolResult<Envelope> {
  const { json, value } = writtenJson(envelope)
  const isError = isErrorContext(value)
  const sentence = isError ? failureSentence(value) : successSentence(value as SuccessEnvelope)
  const result: ToolResult<Envelope> = {
    content: [{ type: 'text', text: `${sentence}\n\n${json}` }],
    structuredContent: value,
  }
  if (isError) result.isError = true
  return result
}

function isErrorContext(envelope: SuccessEnvelope | ErrorContext): envelope is ErrorContext {
  return 'errorCategory' in envelope
}
