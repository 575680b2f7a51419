/** HTTP headers of a request: a plain object in version 1 of the MCP SDK, a `Headers` object in version 2. */
export type RequestHeaders = Readonly<Record<string, unknown>> | Headers

/** A header by its lower-case name, if it was sent once. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value: unknown = isHeaders(headers) ? headers.get(name) : headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The names of the headers that came. */
export function headerNames(headers: RequestHeaders): string[] {
  return isHeaders(headers) ? [...headers.keys()] : Object.keys(headers)
}

// Told by its methods: the class may be another copy's, or a polyfill's.
const isHeaders = (headers: RequestHeaders): headers is Headers =>
  typeof headers.get === 'function' && typeof headers.keys === 'function'
