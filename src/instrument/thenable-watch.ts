import type * as api from '@opentelemetry/api'
import { activeContext, runWithin } from '../self/context.ts'
import type { Observer } from './promise-watch.ts'

export type Then = (this: unknown, onValue?: unknown, onError?: unknown) => unknown

export interface Thenable {
  readonly then: Then
}

/** How many calls may wait for one object: a memoised query that nobody awaits must not collect them. */
export const MAX_WAITING = 10_000

interface Watch {
  readonly then: Then
  readonly waiting: Observer[]
}

const watches = new WeakMap<object, Watch>()

/**
 * Observes a thenable by a `then` of ours on it: calling `then` ourselves could run its work a second time. There is
 * one for each object, whoever else waits for it, and it is taken off as soon as the outcome is there.
 * @param context the context of the call, in which the work runs if it starts only now
 * @returns whether the thenable can be observed; one that cannot be extended cannot
 */
export function watchThenable(thenable: Thenable, observer: Observer, context: api.Context): boolean {
  const known = watches.get(thenable)
  if (known !== undefined && known.then === thenable.then) {
    if (known.waiting.length >= MAX_WAITING) return false
    known.waiting.push(observer)
    return true
  }
  const before = Object.getOwnPropertyDescriptor(thenable, 'then')
  if (before?.configurable === false) return false
  const waiting = [observer]
  const then = watchingThen(thenable.then, context, (how, outcome) => {
    if (waiting.length === 0) return
    takeOff(thenable, then, before)
    for (const each of waiting.splice(0)) each[how](outcome)
  })
  const isWatched = Reflect.defineProperty(thenable, 'then', {
    value: then,
    writable: true,
    configurable: true,
  })
  if (isWatched) watches.set(thenable, { then, waiting })
  return isWatched
}

function watchingThen(
  original: Then,
  context: api.Context,
  settle: (how: keyof Observer, outcome: unknown) => void,
): Then {
  return function (onValue, onError) {
    const caller = activeContext()
    const valueArrived = (value: unknown): unknown => {
      settle('succeeded', value)
      return typeof onValue === 'function' ? runWithin(caller, () => onValue(value)) : value
    }
    const errorArrived = (error: unknown): unknown => {
      settle('failed', error)
      if (typeof onError !== 'function') throw error
      return runWithin(caller, () => onError(error))
    }
    // The work may only start here, so it runs within the call's context; the host's callbacks run within theirs.
    return runWithin(context, () => original.call(this, valueArrived, errorArrived))
  }
}

/** The object is again as the host made it; unless the host has put another `then` on it since. */
function takeOff(thenable: Thenable, then: Then, before: PropertyDescriptor | undefined): void {
  watches.delete(thenable)
  if (Object.getOwnPropertyDescriptor(thenable, 'then')?.value !== then) return
  if (before === undefined) Reflect.deleteProperty(thenable, 'then')
  else Reflect.defineProperty(thenable, 'then', before)
}
