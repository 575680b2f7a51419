// The server's end of a budget that crosses processes: what came with a request is in force while its handler runs,
// and the answer says what was spent.
import { countIgnoredLedger } from '../budget/ignored-ledgers.ts'
import { type InheritedBudget, inheritBudget } from '../budget/inherited-budget.ts'
import type { WireEcho } from '../budget/wire-echo.ts'
import { BUDGET_META_KEY, readWireLedger, type WireLedger } from '../budget/wire-ledger.ts'
import { classifyError } from '../outcome/classify-error.ts'
import { classifyResult } from '../outcome/classify-result.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import { guarded, swallow } from '../self/swallow.ts'
import type { AnyCall } from './mcp-protocol.ts'
import { requestSignalOf } from './mcp-request-facts.ts'
import type { McpRoom } from './mcp-room.ts'

/**
 * A handler within the budget that each request brings along. The answer carries an echo only then; a request
 * without a budget, or with one that is not believed, is handled as if nothing stood in front.
 */
export function inheriting(handler: AnyCall, room: McpRoom): AnyCall {
  return function (...args) {
    const wire = ledgerIn(args[0], room)
    if (wire === undefined) return handler.apply(this, args)
    const signal = requestSignalOf(args[1])
    const thrownInside = (): unknown => signal && room.thrown.get(signal)
    return answerWithin(inheritBudget(wire, signal), () => handler.apply(this, args), thrownInside)
  }
}

async function answerWithin(
  inherited: InheritedBudget,
  handle: () => unknown,
  thrownInside: () => unknown,
): Promise<unknown> {
  let result: unknown
  try {
    result = await inherited.run(handle)
  } catch (thrown) {
    const echo = inherited.close(true, hintOf(thrown, undefined))
    throw guarded('instrument', () => errorWithEcho(thrown, echo)) ?? thrown
  }
  const isFailure = isErrorResult(result)
  const echo = inherited.close(isFailure, isFailure ? hintOf(thrownInside(), result) : undefined)
  try {
    return resultWithEcho(result, echo)
  } catch (error) {
    swallow('instrument', error)
    return result
  }
}

/** A result of the host may refuse to be looked at. */
function isErrorResult(result: unknown): boolean {
  try {
    return isKeyed(result) && result.isError === true
  } catch (error) {
    swallow('instrument', error)
    return false
  }
}

function ledgerIn(request: unknown, { trustInbound }: McpRoom): WireLedger | undefined {
  try {
    const params = isKeyed(request) ? request.params : undefined
    const meta = isKeyed(params) ? params._meta : undefined
    if (!isKeyed(meta) || !Object.hasOwn(meta, BUDGET_META_KEY)) return undefined
    const sent = meta[BUDGET_META_KEY]
    // The sender's budget ended while its message was under way in this process.
    if (sent === undefined) return undefined
    const read = trustInbound ? readWireLedger(sent) : 'untrusted'
    if (typeof read !== 'string') return read
    countIgnoredLedger(read)
  } catch {
    countIgnoredLedger('unreadable')
  }
  return undefined
}

/** The pause that a failure asks for. The tool's own error says more than the text that the SDK made of it. */
function hintOf(thrown: unknown, result: unknown): number | undefined {
  return guarded('instrument', () => {
    const outcome = thrown === undefined ? classifyResult(result, {}) : classifyError(thrown, {})
    return outcome.retryAfterMs
  })
}

/** A copy of a result that carries the echo; the result itself where it has no place for one. */
function resultWithEcho(result: unknown, echo: WireEcho): unknown {
  return isPlain(result) ? withEcho(result, '_meta', echo) : result
}

/**
 * An error made after the thrown one, with the echo in its data: the SDK reads `code`, `message` and `data`, and
 * nothing else. Where `data` is taken by something else, or what was thrown is no object, there is no echo.
 */
function errorWithEcho(thrown: unknown, echo: WireEcho): unknown {
  if (!isKeyed(thrown)) return thrown
  const { code, message, data } = thrown
  const holder = withEcho({ data }, 'data', echo)
  if (holder.data === data) return thrown
  // Read here, because getters of built-in errors refuse to run on an object that was made after them.
  const own = (value: unknown) => ({ value, writable: true, configurable: true })
  return Object.create(thrown, { code: own(code), message: own(message), data: own(holder.data) })
}

function withEcho(holder: Keyed, name: '_meta' | 'data', echo: WireEcho): Keyed {
  const known = holder[name]
  if (known === undefined) return { ...holder, [name]: { [BUDGET_META_KEY]: { ...echo, alone: true } } }
  return isPlain(known) ? { ...holder, [name]: { ...known, [BUDGET_META_KEY]: echo } } : holder
}

/** An object that a copy of its own values stands for: of any other, a copy might say less. */
function isPlain(value: unknown): value is Keyed {
  if (!isKeyed(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
