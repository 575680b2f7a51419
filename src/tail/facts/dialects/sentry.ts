import { ATTR_MCP_METHOD_NAME, ATTR_MCP_SESSION_ID } from '../../../semconv/standard.ts'
import { countOf, textOf } from '../attribute-values.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import { requestKey } from '../request-key.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

/** Of a result in more parts, the rest is not read, and neither is what the parts say together. */
const MAX_PARTS = 8

/** What it looks at. */
export const sentryNames = (): DialectNames => ({
  id: 'sentry',
  marks: ['mcp.tool.name'],
  reads: [
    ATTR_MCP_METHOD_NAME,
    ATTR_MCP_SESSION_ID,
    'mcp.request.id',
    'mcp.transport',
    'mcp.tool.result.is_error',
    'mcp.tool.result.content_count',
    'mcp.tool.result.content',
    ...Array.from({ length: MAX_PARTS }, (_, index) => partName(index)),
  ],
  owns: [{ field: 'requestKey', reads: [ATTR_MCP_SESSION_ID, 'mcp.request.id'], of: requestKeyOf }],
})

/** MCP servers under Sentry, and others with its names: the tool and its result under `mcp.tool.*`. */
export const sentryDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    const tool = textOf(attributes['mcp.tool.name'])
    if (tool === undefined || attributes[ATTR_MCP_METHOD_NAME] !== 'tools/call') return
    facts.role = 'tool'
    facts.tool ??= tool
    if (/http|sse/i.test(textOf(attributes['mcp.transport']) ?? '')) facts.isOverHttp = true
    facts.requestKey ??= requestKeyOf(span)
    const isError = attributes['mcp.tool.result.is_error']
    readRecordedOutcome(span, contentOf(span), facts, typeof isError === 'boolean' ? isError : undefined)
  },
}

function requestKeyOf({ attributes }: SpanInput): string | undefined {
  return requestKey(attributes[ATTR_MCP_SESSION_ID], attributes['mcp.request.id'])
}

/**
 * The result as far as it is recorded. A count of 0 says nothing by itself: structured content is not recorded, and
 * may be there.
 */
function contentOf({ attributes }: SpanInput): string | undefined {
  const only = attributes['mcp.tool.result.content']
  if (typeof only === 'string') return only
  const count = countOf(attributes['mcp.tool.result.content_count']) ?? 0
  if (count < 2 || count > MAX_PARTS) return undefined
  const content: object[] = []
  for (let index = 0; index < count; index++) {
    const text = attributes[partName(index)]
    if (typeof text !== 'string') return undefined
    content.push({ type: 'text', text })
  }
  return JSON.stringify({ content })
}

function partName(index: number): string {
  return `mcp.tool.result.${index}.content`
}
