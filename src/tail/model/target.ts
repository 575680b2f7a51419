import type { SpanFacts } from '../facts/span-facts.ts'
import type { Try } from './try.ts'

/** What an HTTP request without an id of its own is a request for: method and URL. */
export function requestTarget(of: Try): string | undefined {
  return requestTargetOf(of.span)
}

export function requestTargetOf({ http }: SpanFacts): string | undefined {
  return http === undefined || http.url === '' ? undefined : `${http.method} ${http.url}`
}

/** Who was asked, where that is known: the host of a request, the model of a model call. */
export function providerOf(of: Try): string | undefined {
  return of.span.http?.host ?? of.span.model
}

/** A request for people: method, host and path, without query, user and port. */
export function displayTarget({ http }: SpanFacts): string | undefined {
  if (http === undefined || http.url === '') return undefined
  const [, host = '', path = ''] =
    /^[a-z+]{1,10}:\/\/(?:[^/?#]*@)?([^/?#:]*)[^/?#]*([^?#]*)/i.exec(http.url) ?? []
  return host === '' ? http.method : `${http.method} ${host}${path}`
}
