import type { FakeClock } from '../support/fake-clock.ts'

/** Lets everything run that does not wait for the clock. */
export function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** How a promise ended; the value or the reason is the same object. */
export type Settled<T> =
  | { readonly kind: 'resolved'; readonly value: T }
  | { readonly kind: 'rejected'; readonly reason: unknown }

/** Turns the clock on, a step at a time, until the promise has settled. */
export async function drive<T>(clock: FakeClock, promise: Promise<T>, stepMs = 50): Promise<Settled<T>> {
  let settled: Settled<T> | undefined
  promise.then(
    (value) => {
      settled = { kind: 'resolved', value }
    },
    (reason: unknown) => {
      settled = { kind: 'rejected', reason }
    },
  )
  for (let turns = 0; turns < 10_000; turns++) {
    await flush()
    if (settled) return settled
    clock.advance(stepMs)
  }
  throw new Error('the promise did not settle')
}

/** The reason of a promise that must reject. */
export async function rejection(clock: FakeClock, promise: Promise<unknown>): Promise<unknown> {
  const settled = await drive(clock, promise)
  if (settled.kind === 'resolved') throw new Error('expected a rejection')
  return settled.reason
}
