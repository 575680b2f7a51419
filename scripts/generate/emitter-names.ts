import type { Emitter } from '../../src/semconv/declaration.ts'

const NAMES: Readonly<Record<Emitter, string>> = {
  trace_tool: '`traceTool`',
  mcp_client: '`instrumentMcpClient`',
  mcp_server: '`instrumentMcpServer`',
  recover: '`recover`',
  processor: '`ToolspanProcessor`',
  tail: '`toolspan tail`',
  application: 'the application',
}

/** The emitters under the names by which a reader knows them. */
export function emitterNames(emitters: readonly Emitter[]): string {
  return emitters.map((emitter) => NAMES[emitter]).join(', ')
}
