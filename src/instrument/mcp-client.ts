import { isKeyed } from '../self/keyed.ts'
import { invalidOption } from '../self/toolspan-error.ts'
import { claimForInstrumentation } from './instrumented.ts'
import { hookListen } from './mcp-listen.ts'
import { TOOL_CALL } from './mcp-message.ts'
import { checkMcpClientOptions, type McpClientOptions } from './mcp-options.ts'
import { type ClientProtocol, isClient, type McpClientLike, override } from './mcp-protocol.ts'
import { hookReceiver } from './mcp-receiver.ts'
import { createRoom, type McpRoom } from './mcp-room.ts'
import { hookRounds } from './mcp-rounds.ts'
import { beginCall, countItsProgress, hookSender, sendCall } from './mcp-sender.ts'
import { hookSession } from './mcp-session.ts'
import { optionsPlace } from './request-options.ts'

const instrumented = new WeakSet<object>()

/**
 * Makes an MCP client of either SDK version trace what it sends and receives: a CLIENT span for each request and
 * notification that it sends, with the context written into `_meta` by the configured propagator, and a SERVER span
 * for each that the server sends it (MCP conventions). Tool calls also carry what they meant. The same object comes
 * back; a second call changes nothing. Results, errors and the number of messages stay as they are.
 * @throws ToolspanError `invalid_option`
 */
export function instrumentMcpClient<Client extends McpClientLike>(
  client: Client,
  options: McpClientOptions = {},
): Client {
  checkMcpClientOptions(options)
  if (!isClient(client)) {
    throw invalidOption(
      'the client given to instrumentMcpClient',
      'an MCP client with callTool(), request() and notification()',
      client,
    )
  }
  if (instrumented.has(client)) return client
  instrumented.add(client)
  if (!claimForInstrumentation(client, 'client')) return client
  const room = createRoom(client, true, options)
  hookReceiver(room)
  hookSender(room)
  hookToolCalls(room, client)
  hookRounds(room)
  hookListen(room)
  hookSession(room)
  return client
}

/** One call of a tool is one span, whatever requests it takes: also when the SDK itself sends it again. */
function hookToolCalls(room: McpRoom, client: ClientProtocol): void {
  const { callTool } = client
  override(client, 'callTool', function (...args) {
    const params = args[0]
    if (!isKeyed(params)) return callTool.apply(this, args)
    const options = optionsPlace(args)
    const call = beginCall(room, { method: TOOL_CALL, params }, true, args, options)
    if (call === undefined) return callTool.apply(this, args)
    countItsProgress(call, args, options)
    args[0] = call.params
    return sendCall(call, callTool, this, args)
  })
}
