import { countIgnoredLedger } from '../budget/ignored-ledgers.ts'
import { type InheritedBudget, inheritBudget } from '../budget/inherited-budget.ts'
import type { WireEcho } from '../budget/wire-echo.ts'
import { readWireLedger, type WireLedger } from '../budget/wire-ledger.ts'
import { checkOptions, FLAG, type OptionRules } from '../self/option-check.ts'
import { swallow } from '../self/swallow.ts'
import { BUDGET_HEADER, headerText, headerValue } from './budget-header.ts'

/** Options of `handleWithBudget`. */
export interface HandleWithBudgetOptions {
  /** Whether callers are believed; `false` ignores budgets that come in. Default true. */
  readonly trustInbound?: boolean
}

const RULES: OptionRules = { trustInbound: FLAG }

/**
 * A handler of web requests (`Request` in, `Response` out) within the budget that each request brings along in its
 * header: a `recover()` inside inherits it, and the response says in a header what was spent. A request without one is
 * handed over as it is.
 * @throws ToolspanError `invalid_option`
 */
export function handleWithBudget<Rest extends unknown[]>(
  handler: (request: Request, ...rest: Rest) => Promise<Response> | Response,
  options: HandleWithBudgetOptions = {},
): (request: Request, ...rest: Rest) => Promise<Response> {
  checkOptions('handleWithBudget', options, RULES)
  const { trustInbound = true } = options
  return async (request, ...rest) => {
    const wire = ledgerIn(request, trustInbound)
    if (wire === undefined) return handler(request, ...rest)
    return answerWithin(inheritBudget(wire, request.signal), () => handler(request, ...rest))
  }
}

async function answerWithin(
  inherited: InheritedBudget,
  handle: () => Promise<Response> | Response,
): Promise<Response> {
  let response: Response
  try {
    response = await inherited.run(handle)
  } catch (thrown) {
    inherited.close(true, undefined)
    throw thrown
  }
  return withEcho(response, inherited.close(!response.ok, undefined))
}

/** A copy that carries the echo: the headers of a response that was fetched cannot be changed. */
function withEcho(response: Response, echo: WireEcho): Response {
  try {
    const copy = new Response(response.body, response)
    copy.headers.set(BUDGET_HEADER, headerText(echo))
    return copy
  } catch (error) {
    swallow('instrument', error)
    return response
  }
}

function ledgerIn(request: Request, trustInbound: boolean): WireLedger | undefined {
  try {
    const text = request.headers.get(BUDGET_HEADER)
    if (text === null) return undefined
    const read = trustInbound ? readWireLedger(headerValue(text)) : 'untrusted'
    if (typeof read !== 'string') return read
    countIgnoredLedger(read)
  } catch {
    countIgnoredLedger('unreadable')
  }
  return undefined
}
