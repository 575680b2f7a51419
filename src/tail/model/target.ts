import { shownUri } from '../../privacy/shown-uri.ts'
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

/**
 * Whether two tries are known to ask different parties: another host, model or URL, itself or in the calls below.
 * @param tries all tries of their operation
 */
export function asksElsewhere(a: Try, b: Try, tries: readonly Try[]): boolean {
  const before = partiesOf(a, tries)
  const after = partiesOf(b, tries)
  return before.size > 0 && after.size > 0 && [...after].every((party) => !before.has(party))
}

function partiesOf(of: Try, tries: readonly Try[]): Set<string> {
  const own = providerOf(of)
  if (own !== undefined) return new Set([own])
  const below = tries.filter((item) => isWithin(item, of)).map(providerOf)
  return new Set(below.filter((party) => party !== undefined))
}

function isWithin({ outer }: Try, holder: Try): boolean {
  for (let at = outer; at !== undefined; at = at.outer) if (at === holder) return true
  return false
}

/** A request for people: method, host and path, without port and without what may be secret in a URL. */
export function displayTarget({ http }: SpanFacts): string | undefined {
  if (http === undefined || http.url === '') return undefined
  const [, host = '', path = ''] = /^[a-z+]{1,10}:\/\/([^/:]*)[^/]*(.*)$/i.exec(shownUri(http.url)) ?? []
  return host === '' ? http.method : `${http.method} ${host}${path}`
}
