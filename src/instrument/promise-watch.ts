import { MAX_WAITING } from './thenable-watch.ts'

/** What is told how a promise settles. It may not throw. */
export interface Observer {
  readonly succeeded: (value: unknown) => void
  readonly failed: (error: unknown) => void
}

interface Watch {
  /** Who is told once the promise has settled. */
  readonly waiting: Observer[]
  /** Whether somebody of the host has asked for the value. From then on, one more who asks hides nothing. */
  isAskedFor: boolean
}

const watches = new WeakMap<Promise<unknown>, Watch>()

const PLAIN_PROMISE: Promise<unknown> = Object.getPrototypeOf((async () => {})())
export const { then: plainThen } = PLAIN_PROMISE

/** What a promise of the language is called by, whatever the global `Promise` is now. */
const { constructor: plainConstructor } = PLAIN_PROMISE

/** A promise as async functions return it, also where a program has replaced the global `Promise`. */
export function isNativePromise(value: unknown): value is Promise<unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.getPrototypeOf(value) === PLAIN_PROMISE
}

/** Whether somebody has put something on a promise; what the runtime itself puts on every one does not count. */
export function isDecorated(promise: Promise<unknown>): boolean {
  const keys = Reflect.ownKeys(promise)
  if (keys.length === 0) return false
  const usual = new Set(Reflect.ownKeys((async () => {})()))
  return keys.some((key) => !usual.has(key))
}

/**
 * Observes a promise that has to stay the same object. A handler of ours from the start would count as handling
 * it, and a rejection that the host forgot would stay unseen. So ours is added when the host adds its own: both
 * `await` and `then` first look up `constructor`, also where `await` calls no `then` at all. Looking at it for any
 * other purpose counts as asking, too: no harm but a hidden rejection.
 * @returns whether the promise can be observed; a frozen one cannot
 */
export function watchPromise(promise: Promise<unknown>, observer: Observer): boolean {
  const known = watches.get(promise)
  if (known?.isAskedFor) {
    observe(promise, observer)
    return true
  }
  if (known !== undefined) {
    if (known.waiting.length >= MAX_WAITING) return false
    known.waiting.push(observer)
    return true
  }
  if (Object.hasOwn(promise, 'constructor')) return false
  const watch: Watch = { waiting: [observer], isAskedFor: false }
  const isWatched = Reflect.defineProperty(promise, 'constructor', {
    configurable: true,
    get: () => askedFor(promise, watch),
    // Whoever sets it gets what an assignment makes: a property of its own.
    set: (value: unknown) => {
      askedFor(promise, watch)
      Reflect.set(promise, 'constructor', value)
    },
  })
  if (isWatched) watches.set(promise, watch)
  return isWatched
}

function askedFor(promise: Promise<unknown>, watch: Watch): unknown {
  if (!watch.isAskedFor) {
    watch.isAskedFor = true
    Reflect.deleteProperty(promise, 'constructor')
    for (const observer of watch.waiting.splice(0)) observe(promise, observer)
  }
  return plainConstructor
}

function observe(promise: Promise<unknown>, { succeeded, failed }: Observer): void {
  // What this makes is never rejected: observers do not throw.
  void Reflect.apply(plainThen, promise, [succeeded, failed])
}
