import { isKeyed, type Keyed } from '../../self/keyed.ts'

/** Reads one response header by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined

/** Where clients put the headers of the response on their errors. */
function headersOn(error: Keyed): unknown {
  const { headers, responseHeaders, response, $response } = error
  const answer = response ?? $response
  return headers ?? responseHeaders ?? (isKeyed(answer) ? answer.headers : undefined)
}

/** A reader of the response headers that an error carries: a `Headers` object, a map, or a plain object. */
export function responseHeader(error: Keyed): ReadHeader {
  const headers = headersOn(error)
  if (!isKeyed(headers)) return () => undefined
  const { get } = headers
  if (typeof get === 'function') return (name) => textOf(get.call(headers, name))
  return (name) => textOf(headers[name] ?? ignoringCase(headers, name))
}

const HEADERS_LIMIT = 100

function ignoringCase(headers: Keyed, name: string): unknown {
  let looked = 0
  for (const key in headers) {
    if (++looked > HEADERS_LIMIT) return undefined
    if (key.length === name.length && key.toLowerCase() === name) return headers[key]
  }
  return undefined
}

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return textOf(value[0])
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : undefined
}
