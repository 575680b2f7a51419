import { inheriting } from './budget-answer.ts'
import { hookDispatch } from './mcp-dispatch.ts'
import { tracedNotification } from './mcp-notification.ts'
import { type AnyCall, override } from './mcp-protocol.ts'
import { type ToolLookup, tracedRequest } from './mcp-request.ts'
import type { McpRoom } from './mcp-room.ts'

/**
 * Traces what one end of a connection receives: a SERVER span for each request and notification that is handled. Ours
 * is put in front of every handler, outermost: there an unknown tool, bad arguments, a cancelled request and the time
 * until a handler settles can be seen, whenever and however the handler was registered.
 */
export function hookReceiver(room: McpRoom, toolOf?: ToolLookup): void {
  hookRegistry(room, '_requestHandlers', 'setRequestHandler', (handler) =>
    inheriting(tracedRequest(handler, room, toolOf), room),
  )
  const seesNotifications = hookRegistry(
    room,
    '_notificationHandlers',
    'setNotificationHandler',
    (handler, method) => tracedNotification(handler, method, room),
  )
  if (seesNotifications) room.isDeliveringProgress = false
  hookDispatch(room, toolOf)
}

/** Puts ours in front of every handler of a registry, now and after each registration. */
function hookRegistry(
  { protocol }: McpRoom,
  registry: '_requestHandlers' | '_notificationHandlers',
  setter: 'setRequestHandler' | 'setNotificationHandler',
  traced: (handler: AnyCall, method: string) => AnyCall,
): boolean {
  const ours = new WeakSet<AnyCall>()
  const wrapAll = (): void => {
    for (const [method, handler] of protocol[registry] ?? []) {
      if (ours.has(handler)) continue
      const wrapped = traced(handler, method)
      ours.add(wrapped)
      protocol[registry]?.set(method, wrapped)
    }
  }
  const original = protocol[setter]
  if (typeof original !== 'function') return false
  override(protocol, setter, function (...args) {
    const answer = original.apply(this, args)
    wrapAll()
    return answer
  })
  wrapAll()
  return protocol[registry] !== undefined
}
