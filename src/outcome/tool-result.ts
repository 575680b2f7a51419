/** A block of text in a tool result. */
export interface TextBlock {
  readonly type: 'text'
  readonly text: string
  [key: string]: unknown
}

/**
 * What a builder returns: an MCP `CallToolResult` by shape, so that nobody needs the MCP SDK to compile. A
 * plain function may return it as well.
 */
export interface ToolResult<Envelope extends object = Record<string, unknown>> {
  content: TextBlock[]
  /** The envelope; the text is made from it. */
  structuredContent: Envelope & Record<string, unknown>
  isError?: true
  [key: string]: unknown
}
