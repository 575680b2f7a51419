import { textOf } from './attribute-values.ts'
import type { AttributeValue } from './span-input.ts'

/** What names one MCP request on both of its sides: session and request id. Undefined where one is missing. */
export function requestKey(session: AttributeValue, request: AttributeValue): string | undefined {
  const sessionId = textOf(session)
  const requestId = textOf(request)
  return sessionId === undefined || requestId === undefined ? undefined : `${sessionId}/${requestId}`
}
