import type * as api from '@opentelemetry/api'
import { guarded, swallow } from '../self/swallow.ts'
import { isDecorated, isNativePromise, type Observer, plainThen, watchPromise } from './promise-watch.ts'
import { type Thenable, watchThenable } from './thenable-watch.ts'

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
 *   as it is, and observed once the host asks for its value.
 * - What cannot be observed has settled with itself for a value: a promise says nothing of what comes of it.
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
  if (looksPlain(value)) return continued(value, call, settling) as Value
  const observer: Observer = {
    succeeded: (outcome) => settling.succeeded(call, outcome),
    failed: (error) => settling.failed(call, error),
  }
  // A proxy of the host may refuse to be looked at.
  const isWatched = guarded('instrument', () =>
    isNativePromise(value) ? watchPromise(value, observer) : watchThenable(value, observer, context),
  )
  if (isWatched !== true) settling.succeeded(call, value)
  return value
}

/** The continuation of a plain promise is a plain promise of the same value. */
function continued<Call>(promise: Promise<unknown>, call: Call, settling: Settling<Call>): Promise<unknown> {
  return promise.then(
    (settled) => {
      settling.succeeded(call, settled)
      return settled
    },
    (error: unknown) => {
      settling.failed(call, error)
      throw error
    },
  )
}

/** A proxy of the host may refuse to be looked at; then it is none. */
export function looksPlain(value: unknown): value is Promise<unknown> {
  try {
    return isPlainPromise(value)
  } catch (error) {
    swallow('instrument', error)
    return false
  }
}

/** Whether a promise is waited for by the `then` of the language, whatever else somebody has put on it. */
export function hasPlainThen(value: unknown): value is Promise<unknown> {
  try {
    return isNativePromise(value) && value.then === plainThen
  } catch (error) {
    swallow('instrument', error)
    return false
  }
}

/**
 * Whether an object is of no class and has no `then`: nobody has to wait for it, and to wait all the same would let
 * others answer first. It is not asked for its `then`, which may be worked out.
 */
export function isPlainAnswer(answer: object): boolean {
  try {
    const prototype: unknown = Object.getPrototypeOf(answer)
    return (prototype === null || prototype === Object.prototype) && !('then' in answer)
  } catch (error) {
    swallow('instrument', error)
    return false
  }
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

/** A promise as the language makes them, with nothing added: nobody can tell its continuation from it. */
export function isPlainPromise(value: unknown): value is Promise<unknown> {
  return isNativePromise(value) && !isDecorated(value)
}
