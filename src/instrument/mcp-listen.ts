import { isKeyed } from '../self/keyed.ts'
import { override, withMember } from './mcp-protocol.ts'
import type { McpRoom } from './mcp-room.ts'
import { beginCall, sendCall } from './mcp-sender.ts'

const LISTEN = 'subscriptions/listen'

/** Where `listen(filter, options)` takes its options. */
const OPTIONS = 1

/**
 * Traces `client.listen` (version 2, protocol 2026-07-28) until the server acknowledges; the stream that stays open is
 * no part of the span. The client writes this one message by itself and takes its `_meta` from a seam of the SDK, so
 * the context is added there.
 */
export function hookListen(room: McpRoom): void {
  const { protocol } = room
  const { listen, _outboundMetaEnvelope: envelope } = protocol
  if (typeof listen !== 'function' || typeof envelope !== 'function') return
  override(protocol, 'listen', function (...args) {
    const call = beginCall(room, { method: LISTEN }, true, args, OPTIONS)
    if (call === undefined) return listen.apply(this, args)
    const meta = call.params?._meta
    const withContext = function (this: unknown): unknown {
      const made = envelope.apply(this)
      return isKeyed(made) && isKeyed(meta) ? { ...made, ...meta } : made
    }
    const send = (...given: unknown[]): unknown =>
      withMember(protocol, '_outboundMetaEnvelope', withContext, () => listen.apply(this, given))
    return sendCall(call, send, this, args)
  })
}
