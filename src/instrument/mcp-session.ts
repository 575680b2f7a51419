import type * as api from '@opentelemetry/api'
import { guarded } from '../self/swallow.ts'
import { sessionDuration } from './call-metrics.ts'
import { override } from './mcp-protocol.ts'
import type { McpRoom } from './mcp-room.ts'

/** Notes that a session is open: `initialize` was answered. Protocols from 2026-07-28 on have no sessions. */
export function sessionOpened(room: McpRoom): void {
  room.sessionOpenedMs = performance.now()
}

/** Measures how long a session was open, when its connection closes at whichever end. */
export function hookSession(room: McpRoom): void {
  const { _onclose } = room.protocol
  if (typeof _onclose !== 'function') return
  override(room.protocol, '_onclose', function (...args) {
    // Before the SDK lets go of the transport, which says how the session went.
    guarded('instrument', () => measureSession(room))
    return _onclose.apply(this, args)
  })
}

function measureSession(room: McpRoom): void {
  const openedMs = room.sessionOpenedMs
  if (openedMs === undefined) return
  room.sessionOpenedMs = undefined
  const attributes: api.Attributes = {}
  room.connection.addTo(attributes)
  if (room.isClient) room.connection.addPeerTo(attributes)
  sessionDuration(room.isClient)?.record((performance.now() - openedMs) / 1000, attributes)
}
