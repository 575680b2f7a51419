import * as api from '@opentelemetry/api'

/** What happens to a call when its value, or its error, is there. Neither may throw. */
export interface Settling<Call> {
  readonly succeeded: (call: Call, value: unknown) => void
  readonly failed: (call: Call, error: unknown) => void
}

/**
 * Tells `settling` how a call ends and gives back what the host is to see. `context` is the call's own.
 * - A value that nobody has to wait for has settled: it is given back as it is.
 * - A plain promise is given back as its own continuation, with the same value or the same error. Watching it from
 *   the side would hide an unhandled rejection from the host.
 * - Anything else with a `then` (a promise with extra methods, a query that runs when it is awaited) is given back
 *   as it is, and its first `then` is watched: calling `then` ourselves could run the work a second time.
 */
export function whenSettled<Value, Call>(
  value: Value,
  call: Call,
  settling: Settling<Call>,
  context: api.Context,
): Value {
  if (!hasThen(value)) {
    settling.succeeded(call, value)
    return value
  }
  if (!isPlainPromise(value)) {
    watchThen(value, call, settling, context)
    return value
  }
  const continued: unknown = value.then(
    (settled: unknown) => {
      settling.succeeded(call, settled)
      return settled
    },
    (error: unknown) => {
      settling.failed(call, error)
      throw error
    },
  )
  // The continuation of a plain promise is a plain promise of the same value.
  return continued as Value
}

type Then = (this: unknown, onValue?: unknown, onError?: unknown) => unknown

interface Thenable {
  readonly then: Then
}

function hasThen(value: unknown): value is Thenable {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false
  try {
    return typeof Reflect.get(value, 'then') === 'function'
  } catch {
    // A value of the host that cannot even be looked at is no promise.
    return false
  }
}

/** The prototype of what async functions return, also where a program has replaced the global `Promise`. */
const PLAIN_PROMISE: unknown = Object.getPrototypeOf((async () => {})())

/** A promise as the language makes them, with nothing added: awaiting it never looks at its `then`. */
export function isPlainPromise(value: unknown): value is Promise<unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.getPrototypeOf(value) === PLAIN_PROMISE && !hasOwnMember(value)
}

function hasOwnMember(value: object): boolean {
  for (const name in value) {
    if (Object.hasOwn(value, name)) return true
  }
  return false
}

/** Puts a `then` of ours on a thenable. On one that cannot be extended the call counts as settled unseen. */
function watchThen<Call>(
  thenable: Thenable,
  call: Call,
  settling: Settling<Call>,
  context: api.Context,
): void {
  const original = thenable.then
  let isSettled = false
  const settle = (how: 'succeeded' | 'failed', outcome: unknown): void => {
    if (isSettled) return
    isSettled = true
    settling[how](call, outcome)
  }
  const then: Then = function (this: unknown, onValue, onError) {
    const caller = api.context.active()
    const valueArrived = (value: unknown): unknown => {
      settle('succeeded', value)
      return typeof onValue === 'function' ? api.context.with(caller, () => onValue(value)) : value
    }
    const errorArrived = (error: unknown): unknown => {
      settle('failed', error)
      if (typeof onError !== 'function') throw error
      return api.context.with(caller, () => onError(error))
    }
    // The work may only start here, so it runs within the call's context; the host's callbacks run within theirs.
    return api.context.with(context, original, this, valueArrived, errorArrived)
  }
  const isWatched = Reflect.defineProperty(thenable, 'then', {
    value: then,
    writable: true,
    configurable: true,
  })
  if (!isWatched) settle('succeeded', undefined)
}
