import { applyWithin } from '../self/context.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import { guarded, swallow } from '../self/swallow.ts'
import { takeEchoes, withLedgerInMeta } from './budget-meta.ts'
import { clientSettling, isWatched } from './mcp-client-answer.ts'
import { beginClientCall, type ClientCall, noteRequestId } from './mcp-client-call.ts'
import { PROGRESS, readMessage } from './mcp-message.ts'
import { type AnyCall, override, type Protocol } from './mcp-protocol.ts'
import type { McpRoom } from './mcp-room.ts'
import { noteProgress } from './progress.ts'
import { optionsAt, optionsPlace } from './request-options.ts'
import { whenSettled } from './settlement.ts'
import { callUnderway, noteUnderway } from './underway.ts'

/** Where a method of the SDK takes its message and its options. */
interface Places {
  readonly message: number
  readonly options: number
}

/**
 * Traces what one end of a connection sends: a CLIENT span for each request and notification. Version 2 sends some
 * messages past `request` and `notification` (`ctx.mcpReq.send` and `notify`, `discover`), through what those two come
 * down to; there each message is seen once.
 */
export function hookSender(room: McpRoom): void {
  const { protocol } = room
  takeEchoes(protocol)
  hookRequests(room, 'request', (args) => ({ message: 0, options: optionsPlace(args) }))
  hookNotifications(room, 'notification', { message: 0, options: 1 })
  // The re-sends of a multi-round-trip call come this way, too, and can be told from calls only with this.
  if (typeof protocol._resolveNonCompleteResult !== 'function') return
  hookRequests(room, '_requestWithSchemaViaCodec', () => ({ message: 1, options: 3 }))
  hookNotifications(room, '_notificationViaCodec', { message: 1, options: 2 })
}

type SendingMethod = 'request' | 'notification' | '_requestWithSchemaViaCodec' | '_notificationViaCodec'

function hookRequests(
  room: McpRoom,
  name: SendingMethod,
  placesOf: (args: readonly unknown[]) => Places,
): void {
  const original = room.protocol[name]
  if (typeof original !== 'function') return
  override(room.protocol, name, function (...args) {
    if (room.isSending) return original.apply(this, args)
    const places = placesOf(args)
    const message = args[places.message]
    const known = underwayCall(room, message)
    if (known !== undefined) {
      tellWhatIsLeft(known)
      return sendNow(known, original, this, args)
    }
    const call = beginCall(room, message, true, args, places.options)
    if (call === undefined) return original.apply(this, args)
    countItsProgress(call, args, places.options)
    args[places.message] = withParams(message, call)
    return sendCall(call, original, this, args)
  })
}

function hookNotifications(room: McpRoom, name: SendingMethod, places: Places): void {
  const original = room.protocol[name]
  if (typeof original !== 'function') return
  override(room.protocol, name, function (...args) {
    const message = args[places.message]
    if (room.isSending || !isKeyed(message) || isDebounced(room.protocol, message)) {
      return original.apply(this, args)
    }
    if (message.method === PROGRESS) {
      countProgress(room, args[places.options])
      return asSender(room, () => original.apply(this, args))
    }
    const call = beginCall(room, message, false, args, places.options)
    if (call === undefined) return original.apply(this, args)
    args[places.message] = withParams(message, call)
    return sendCall(call, original, this, args)
  })
}

/** The parameters were sent before: whoever has them since may have frozen them. */
function tellWhatIsLeft({ params, attempt }: ClientCall): void {
  if (attempt !== undefined) guarded('instrument', () => withLedgerInMeta(params, attempt, true))
}

/** The call that a request with these parameters belongs to. */
function underwayCall(room: McpRoom, message: unknown): ClientCall | undefined {
  return isKeyed(message) && isKeyed(message.params) ? callUnderway(message.params, room) : undefined
}

/** Starts a call; nothing when the message is none, or when that fails, and the SDK is left alone. */
export function beginCall(
  room: McpRoom,
  message: unknown,
  isRequest: boolean,
  args: readonly unknown[],
  optionsIndex: number,
): ClientCall | undefined {
  try {
    const read = readMessage(message, isRequest)
    return read && beginClientCall(room, read, optionsAt(args, optionsIndex))
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}

/** Lets the SDK send what a call consists of, and watches how the call ends. */
export function sendCall(call: ClientCall, method: AnyCall, target: unknown, args: unknown[]): unknown {
  let answer: unknown
  try {
    answer = sendNow(call, method, target, args)
  } catch (error) {
    clientSettling.failed(call, error)
    throw error
  }
  if (hasMoreToSend(call)) noteUnderway(call.params, call)
  return isWatched(call) ? whenSettled(answer, call, clientSettling, call.context) : answer
}

/**
 * Whether a later request may belong to the call, which finds it by its parameters: one that was not sent at once, or
 * a further round of version 2.
 */
function hasMoreToSend(call: ClientCall): call is ClientCall & { readonly params: Keyed } {
  if (call.params === undefined || call.params === call.message.params) return false
  return call.requestId === undefined || call.room.protocol._resolveNonCompleteResult !== undefined
}

/** Lets the SDK send one message within the context of its call, and notes the id that the SDK gave it. */
function sendNow(call: ClientCall, method: AnyCall, target: unknown, args: unknown[]): unknown {
  const { room } = call
  const nextId = room.protocol._requestMessageId
  const wasSending = room.isSending
  room.isSending = true
  let answer: unknown
  try {
    answer = applyWithin(call.context, method, target, args)
  } finally {
    room.isSending = wasSending
  }
  // The id is counted up while the request is sent; a request that was refused before has none.
  if (call.message.isRequest && nextId !== undefined && room.protocol._requestMessageId !== nextId) {
    noteRequestId(call, nextId)
  }
  return answer
}

/** Runs what sends a message that has its span already. The SDK does so before it waits for anything. */
export function asSender<R>(room: McpRoom, send: () => R): R {
  const wasSending = room.isSending
  room.isSending = true
  try {
    return send()
  } finally {
    room.isSending = wasSending
  }
}

function withParams(message: unknown, call: ClientCall): unknown {
  if (!isKeyed(message) || message.params === call.params) return message
  return { ...message, params: call.params }
}

/** Where the host listens to progress, puts options among the arguments with which that is counted. */
export function countItsProgress(call: ClientCall, args: unknown[], optionsIndex: number): void {
  const options = optionsAt(args, optionsIndex)
  const onprogress = options?.onprogress
  if (options === undefined || typeof onprogress !== 'function') return
  args[optionsIndex] = withMember(options, 'onprogress', function (this: unknown, ...progress) {
    // Version 2 also calls this by itself, once for each round of a multi-round-trip call.
    if (call.room.isDeliveringProgress !== false) noteProgress(call)
    return onprogress.apply(this, progress)
  })
}

/** A copy of an object with another function in it. Members that it inherits stay inherited. */
function withMember(object: object, name: string, member: AnyCall): object {
  const members = Object.getOwnPropertyDescriptors(object)
  const enumerable = Object.hasOwn(object, name)
  return Object.create(Object.getPrototypeOf(object), {
    ...members,
    [name]: { value: member, enumerable, writable: true, configurable: true },
  })
}

/** Progress is counted on the span of the request that it is about; it has no spans of its own. */
function countProgress(room: McpRoom, options: unknown): void {
  const relatedId = isKeyed(options) ? options.relatedRequestId : undefined
  if (typeof relatedId !== 'string' && typeof relatedId !== 'number') return
  const call = room.handling.get(relatedId)
  if (call !== undefined) noteProgress(call)
}

/** The SDK sends several of these as one, but only while they have no parameters, and so no context either. */
function isDebounced(protocol: Protocol, message: Keyed): boolean {
  const debounced = protocol._options?.debouncedNotificationMethods
  return debounced?.includes(String(message.method)) === true && message.params === undefined
}
