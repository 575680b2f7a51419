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
  const storage = new hooks.AsyncLocalStorage<V>()
  return { get: () => storage.getStore(), run: (value, work) => storage.run(value, work) }
}
