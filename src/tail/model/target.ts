import type { Try } from './try.ts'

/** What an HTTP request without an id of its own is a request for: method and URL. */
export function requestTarget(of: Try): string | undefined {
  const http = of.span.http
  return http === undefined || http.url === '' ? undefined : `${http.method} ${http.url}`
}

/** Who was asked, where that is known: the host of a request, the model of a model call. */
export function providerOf(of: Try): string | undefined {
  return of.span.http?.host ?? of.span.model
}

/** A request target for people: without query, which may hold what nobody should read. */
export function displayTarget(of: Try): string | undefined {
  const target = requestTarget(of)
  return target?.replace(/\?.*$/s, '')
}
