/** Carries one value along asynchronous calls. */
export interface AsyncStore<V> {
  /** The value that the code now running was started with. */
  get(): V | undefined
  run<R>(value: V, work: () => R): R
}

/**
 * A store of our own, not OpenTelemetry's context: that one is lost without a context manager. `async_hooks` is
 * asked for at run time because a static import would break browser bundles. Where it is missing nothing is
 * carried, and nested owners cannot inherit.
 */
export function createAsyncStore<V>(): AsyncStore<V> {
  const hooks = globalThis.process?.getBuiltinModule?.('async_hooks')
  if (!hooks) return { get: () => undefined, run: (_value, work) => work() }
  const { AsyncLocalStorage, AsyncResource } = hooks
  const storage = new AsyncLocalStorage<V>()
  const enter = <R>(value: V, work: () => R): R => {
    storage.enterWith(value)
    return work()
  }
  const store: AsyncStore<V> = {
    get: () => storage.getStore(),
    run(value, work) {
      const resource = new AsyncResource('toolspan')
      return resource.runInAsyncScope(enter<ReturnType<typeof work>>, undefined, value, work)
    },
  }
  return isSound(store) ? store : { get: store.get, run: (value, work) => storage.run(value, work) }
}

/**
 * Whether a resource puts back what there was. The storage's own `run`, which every runtime has, copies all that is
 * carried along when it begins and again when it ends, and leaves an entry behind.
 */
function isSound(store: AsyncStore<unknown>): boolean {
  try {
    return store.run(store, () => store.get() === store) && store.get() === undefined
  } catch {
    return false
  }
}
