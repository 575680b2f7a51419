import { runWithin } from '../self/context.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import { withLedgerInMeta } from './budget-meta.ts'
import type { ClientCall } from './mcp-client-call.ts'
import { type AnyCall, override } from './mcp-protocol.ts'
import type { McpRoom } from './mcp-room.ts'
import { asSender } from './mcp-sender.ts'
import { callUnderway } from './underway.ts'

/**
 * Keeps the rounds of a multi-round-trip call together (version 2, protocol 2026-07-28): where the server asks for
 * input, the client answers and sends the request again. All of it is one call with one span. The handlers that
 * answer run within that span's context; without this they would run in the one in which the connection was made.
 */
export function hookRounds(room: McpRoom): void {
  const original = room.protocol._resolveNonCompleteResult
  if (typeof original !== 'function') return
  override(room.protocol, '_resolveNonCompleteResult', function (...args) {
    const decoded = args[0]
    const flow = args[1]
    if (!isFlow(flow)) return original.apply(this, args)
    const { params } = flow.request
    const call = isKeyed(params) ? callUnderway(params, room) : undefined
    const known: Flow = {
      ...flow,
      retry: (next, ...leg) => asSender(room, () => flow.retry(withWhatIsLeft(next, call), ...leg)),
    }
    return call === undefined
      ? original.call(this, decoded, known)
      : runWithin(call.context, () => original.call(this, decoded, known))
  })
}

/** The parameters of a further round, of which the SDK has made a copy, with the budget of its moment. */
function withWhatIsLeft(params: unknown, call: ClientCall | undefined): unknown {
  return call?.attempt === undefined || !isKeyed(params)
    ? params
    : withLedgerInMeta(params, call.attempt, false)
}

/** One multi-round-trip call as the SDK hands it to who resolves it. */
interface Flow {
  readonly request: Keyed
  /** Sends the request again. */
  readonly retry: AnyCall
}

function isFlow(value: unknown): value is Flow {
  return isKeyed(value) && isKeyed(value.request) && typeof value.retry === 'function'
}
