import type { EnclosingAttempt } from '../budget/attempt.ts'
import { openAttempt } from '../budget/current-attempt.ts'
import { countIgnoredLedger } from '../budget/ignored-ledgers.ts'
import { noteAbroad, settle } from '../budget/ledgers-abroad.ts'
import { readWireEcho } from '../budget/wire-echo.ts'
import { ledgerToSend } from '../budget/wire-ledger.ts'
import { isText } from '../budget/wire-values.ts'
import { checkOptions, FUNCTION, type OptionRules } from '../self/option-check.ts'
import { guarded } from '../self/swallow.ts'
import { BUDGET_HEADER, headerText, headerValue } from './budget-header.ts'

type Fetch = typeof globalThis.fetch

/** Options of `fetchWithBudget`. */
export interface FetchWithBudgetOptions {
  /** Who is told of budgets: scheme, host and port as in `https://orders.internal:8443`. Nobody else is. */
  readonly origins: readonly string[]
  /** Default: the platform's, asked for at each call. */
  readonly fetch?: Fetch
}

const RULES: OptionRules = {
  origins: {
    accepts: (value) => Array.isArray(value) && value.every(isOrigin),
    expected: 'a list of origins such as "https://orders.internal"',
    isRequired: true,
  },
  fetch: FUNCTION,
}

/**
 * A `fetch` that tells the named origins what is left of the budget of the running attempt, in a header, and charges
 * what they report to have spent. Outside of `recover()`, and to any other origin, it only calls through. A redirect
 * takes the header along to wherever a named origin sends it.
 * @throws ToolspanError `invalid_option`
 */
export function fetchWithBudget(options: FetchWithBudgetOptions): Fetch {
  checkOptions('fetchWithBudget', options, RULES)
  const origins = new Set(options.origins)
  return async (input, init) => {
    const send = options.fetch ?? globalThis.fetch
    const headers = guarded('instrument', () => headersFor(openAttempt(), origins, input, init))
    if (headers === undefined) return send(input, init)
    const response = await send(input, { ...init, headers })
    guarded('instrument', () => charge(response.headers.get(BUDGET_HEADER)))
    return response
  }
}

function headersFor(
  attempt: EnclosingAttempt | undefined,
  origins: ReadonlySet<string>,
  input: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
): Headers | undefined {
  if (attempt === undefined) return undefined
  const request = input instanceof Request ? input : undefined
  if (!origins.has(new URL(request?.url ?? String(input)).origin)) return undefined
  if (!isText(attempt.operationId)) {
    countIgnoredLedger('bad_length')
    return undefined
  }
  const ledger = ledgerToSend(attempt)
  if (ledger === undefined) return undefined
  noteAbroad(attempt.budget.ledger)
  const headers = new Headers(init?.headers ?? request?.headers)
  headers.set(BUDGET_HEADER, headerText(ledger))
  return headers
}

function charge(text: string | null): void {
  if (text === null) return
  const echo = readWireEcho(headerValue(text))
  if (typeof echo === 'string') countIgnoredLedger(echo)
  else settle(echo)
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:/.test(value)) return false
  return URL.canParse(value) && new URL(value).origin === value
}
