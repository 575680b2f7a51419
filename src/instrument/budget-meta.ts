// The client's end of a budget that crosses processes: what is left goes out with each request, and what was spent
// comes back with each answer and is taken off before the host sees it.
import type { EnclosingAttempt } from '../budget/attempt.ts'
import { openAttempt } from '../budget/current-attempt.ts'
import { countIgnoredLedger } from '../budget/ignored-ledgers.ts'
import { noteAbroad, settle } from '../budget/ledgers-abroad.ts'
import { isAlone, readWireEcho } from '../budget/wire-echo.ts'
import { BUDGET_META_KEY, ledgerToSend } from '../budget/wire-ledger.ts'
import { isText } from '../budget/wire-values.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import { swallow } from '../self/swallow.ts'
import { type AnyCall, override } from './mcp-protocol.ts'

/** Clients and servers whose answers lose their echo before anybody sees them. */
const withoutEchoes = new WeakSet<object>()

/**
 * The attempt that the running code belongs to, whose budget goes out with what is sent now; none where it belongs to
 * none, or where nothing of the answer could be read.
 */
export function attemptToTell(sender: object): EnclosingAttempt | undefined {
  const attempt = openAttempt()
  if (attempt === undefined || !withoutEchoes.has(sender)) return undefined
  if (!isText(attempt.operationId)) {
    countIgnoredLedger('bad_length')
    return undefined
  }
  noteAbroad(attempt.budget.ledger)
  return attempt
}

/**
 * The parameters with what is left at this moment. One call may send several requests, each with its own remainder.
 * @param isOwn the parameters and their `_meta` are a copy of ours already, which is written into
 */
export function withLedgerInMeta(
  params: Keyed | undefined,
  attempt: EnclosingAttempt,
  isOwn: boolean,
): Keyed | undefined {
  const meta = isKeyed(params?._meta) ? params._meta : undefined
  const ledger = ledgerToSend(attempt)
  if (!isOwn || meta === undefined) return { ...params, _meta: { ...meta, [BUDGET_META_KEY]: ledger } }
  const own: Record<string, unknown> = meta
  own[BUDGET_META_KEY] = ledger
  return params
}

/**
 * Takes the echo off every response that a client or server gets, late ones and errors included, and charges what it
 * says. Where responses cannot be seen, no budget is sent.
 */
export function takeEchoes(sender: { readonly _onresponse?: AnyCall }): void {
  const original = sender._onresponse
  if (typeof original !== 'function') return
  withoutEchoes.add(sender)
  override(sender, '_onresponse', function (response, ...more) {
    return original.call(this, withoutEcho(response), ...more)
  })
}

function withoutEcho(response: unknown): unknown {
  try {
    if (!isKeyed(response)) return response
    const { result, error } = response
    if (isKeyed(result) && holdsEcho(result._meta)) return { ...response, result: stripped(result, '_meta') }
    if (isKeyed(error) && holdsEcho(error.data)) return { ...response, error: stripped(error, 'data') }
  } catch (error) {
    swallow('instrument', error)
  }
  return response
}

function holdsEcho(holder: unknown): holder is Keyed {
  return isKeyed(holder) && Object.hasOwn(holder, BUDGET_META_KEY)
}

/** A copy without the echo, and without its holder where that was made for it. Objects may be shared with a server. */
function stripped(message: Keyed, holderName: '_meta' | 'data'): Keyed {
  const holder = message[holderName]
  if (!holdsEcho(holder)) return message
  const sent = holder[BUDGET_META_KEY]
  charge(sent)
  if (isAlone(sent) && Object.keys(holder).length === 1) {
    const { [holderName]: _, ...rest } = message
    return rest
  }
  const { [BUDGET_META_KEY]: _, ...others } = holder
  return { ...message, [holderName]: others }
}

function charge(sent: unknown): void {
  // A server in this process shares its objects: there it may have been left without a value.
  if (sent === undefined) return
  const echo = readWireEcho(sent)
  if (typeof echo === 'string') countIgnoredLedger(echo)
  else settle(echo)
}
