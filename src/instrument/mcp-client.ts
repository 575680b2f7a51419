import * as api from '@opentelemetry/api'
import { swallow } from '../self/swallow.ts'
import { invalidOption } from '../self/toolspan-error.ts'
import { claimForInstrumentation } from './instrumented.ts'
import {
  beginClientCall,
  type ClientCall,
  type ClientRoom,
  clientSettling,
  isWatched,
  noteRequestId,
} from './mcp-client-call.ts'
import { createConnection } from './mcp-connection.ts'
import { readMessage, TOOL_CALL } from './mcp-message.ts'
import { checkMcpClientOptions, type McpClientOptions } from './mcp-options.ts'
import {
  type AnyCall,
  type ClientProtocol,
  isClient,
  type McpClientLike,
  optionsOf,
  override,
  withOptions,
} from './mcp-protocol.ts'
import { isJsonObject, type JsonObject } from './meta-propagation.ts'
import { watchPeerErrors } from './peer-errors.ts'
import { whenSettled } from './settlement.ts'
import { toolCallSettings } from './tool-call.ts'
import { createToolDirectory } from './tool-effects.ts'

const instrumented = new WeakSet<object>()

/**
 * Makes an MCP client trace every request and notification that it sends: a CLIENT span each (MCP conventions),
 * with the context written into `_meta` by the configured propagator. Tool calls also carry what they meant. The
 * same object comes back; a second call changes nothing. Results, errors and the number of messages stay as they
 * are.
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
  hook({
    client,
    settings: toolCallSettings(options),
    tools: createToolDirectory(options.tools),
    connection: createConnection(client, options.conversationId),
    peerErrors: watchPeerErrors(client),
    handedOver: new Set(),
  })
  return client
}

function hook(room: ClientRoom): void {
  const { client, handedOver } = room
  const { callTool, request, notification } = client

  override(client, 'callTool', function (...args) {
    const call = isJsonObject(args[0])
      ? begin(room, { method: TOOL_CALL, params: args[0] }, true, args)
      : undefined
    if (call === undefined) return callTool.apply(this, args)
    handedOver.add(call.params)
    return send(call, callTool, this, changedArguments(call, args, call.params))
  })

  override(client, 'request', function (...args) {
    const [message] = args
    if (isJsonObject(message) && handedOver.delete(message.params)) return request.apply(this, args)
    const call = begin(room, message, true, args)
    if (call === undefined) return request.apply(this, args)
    return send(call, request, this, changedArguments(call, args, withParams(message, call)))
  })

  override(client, 'notification', function (...args) {
    const [message] = args
    if (isJsonObject(message) && isDebounced(client, message)) return notification.apply(this, args)
    const call = begin(room, message, false, args)
    if (call === undefined) return notification.apply(this, args)
    return send(call, notification, this, [withParams(message, call), ...args.slice(1)])
  })
}

function begin(
  room: ClientRoom,
  message: unknown,
  isRequest: boolean,
  args: unknown[],
): ClientCall | undefined {
  try {
    const read = readMessage(message, isRequest)
    return read && beginClientCall(room, read, isRequest ? optionsOf(args) : undefined)
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}

/** Lets the client send, within the context of the call, and watches how the call ends. */
function send(call: ClientCall, method: AnyCall, client: unknown, args: unknown[]): unknown {
  const nextId = call.room.client._requestMessageId
  let answer: unknown
  try {
    answer = api.context.with(call.context, method, client, ...args)
  } catch (error) {
    clientSettling.failed(call, error)
    throw error
  }
  // The id is counted up while the request is sent; a request that was refused before has none.
  if (call.message.isRequest && nextId !== undefined && call.room.client._requestMessageId !== nextId) {
    noteRequestId(call, nextId)
  }
  if (isWatched(call)) return whenSettled(answer, call, clientSettling, call.context)
  call.room.handedOver.delete(call.params)
  return answer
}

function withParams(message: unknown, call: ClientCall): unknown {
  if (!isJsonObject(message) || message.params === call.params) return message
  return { ...message, params: call.params }
}

/** The host's arguments with the message to send in front, and with progress counted where the host listens. */
function changedArguments(call: ClientCall, args: readonly unknown[], first: unknown): unknown[] {
  const options = optionsOf(args)
  const onprogress = options?.onprogress
  const changed =
    typeof onprogress !== 'function'
      ? [...args]
      : withOptions(args, {
          ...options,
          onprogress(...progress) {
            call.progressCount++
            return onprogress.apply(this, progress)
          },
        })
  changed[0] = first
  return changed
}

/** The SDK sends several of these as one, but only while they have no parameters, and so no context either. */
function isDebounced(client: ClientProtocol, message: JsonObject): boolean {
  const debounced = client._options?.debouncedNotificationMethods
  return debounced?.includes(String(message.method)) === true && message.params === undefined
}
