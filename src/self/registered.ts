/** Where the API keeps what is registered, for all of its copies of one major version. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1')

/** What the API calls its parts there. */
export type ApiPart = 'trace' | 'metrics'

interface WithRegistry {
  readonly [REGISTRY]?: Readonly<Partial<Record<ApiPart, object>>>
}

/**
 * What is registered for a part of the API; nothing where nothing is. Only good for telling whether it is still what
 * it was: what it means is for the API to say, which also checks that versions fit. That check is most of what asking
 * the API costs, and every call asks several times.
 */
export function registered(part: ApiPart): object | undefined {
  return (globalThis as WithRegistry)[REGISTRY]?.[part]
}
