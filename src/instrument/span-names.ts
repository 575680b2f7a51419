/** Names over this length are cut, so that a made-up tool name cannot fill a span name (MCP allows 128). */
const MAX_TARGET = 128

// What was put together last. Both ends of a call have one name, and whoever holds spans would hold a text for each.
let lastMethod = ''
let lastTarget = ''
let lastName = ' '

/** `tools/call get-weather`: the name of the client and the server span of an MCP message (MCP conventions). */
export function mcpSpanName(method: string, target: string | undefined): string {
  if (target === undefined) return method
  if (method !== lastMethod || target !== lastTarget) {
    lastMethod = method
    lastTarget = target
    lastName = `${method} ${shortTarget(target)}`
  }
  return lastName
}

/** `execute_tool get-weather`: the name of the span of a tool that runs in this process (GenAI conventions). */
export function executeToolSpanName(tool: string): string {
  return `execute_tool ${shortTarget(tool)}`
}

/** A tool or prompt name as it stands on a span. */
export function shortTarget(name: string): string {
  return name.length > MAX_TARGET ? name.slice(0, MAX_TARGET) : name
}
