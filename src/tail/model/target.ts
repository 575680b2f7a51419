import { shownUri } from '../../privacy/shown-uri.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import { foundOnce } from './found-once.ts'
import type { Try } from './try.ts'

/** What an HTTP request without an id of its own is a request for: method and URL. */
export function requestTarget(of: Try): string | undefined {
  return requestTargetOf(of.span)
}

export function requestTargetOf({ http }: SpanFacts): string | undefined {
  return http === undefined || http.url === '' ? undefined : `${http.method} ${http.url}`
}

export const withoutHost = (url: string): string => url.replace(/^[a-z][a-z\d+.-]{0,15}:\/\/[^/?#]*/i, '')

/** Who was asked, where that is known: the host of a request, the model of a model call. */
export function providerOf(of: Try): string | undefined {
  return of.span.http?.host ?? of.span.model
}

/**
 * Whether two tries are known to ask different parties: another host, model or URL, itself or in the calls below.
 * @param tries all tries of their operation
 */
export function asksElsewhere(a: Try, b: Try, tries: readonly Try[]): boolean {
  const parties = partiesOf(tries)
  const before = parties.get(a)
  const after = parties.get(b)
  if (before === undefined || after === undefined) return false
  for (const party of after) if (before.has(party)) return false
  return true
}

/** Whom each try asked: itself, else in the calls below it. Worked out once an operation. */
const partiesOf = foundOnce((tries: readonly Try[]): ReadonlyMap<Try, ReadonlySet<string>> => {
  const parties = new Map<Try, Set<string>>()
  for (const item of tries) {
    const party = providerOf(item)
    if (party === undefined) continue
    parties.set(item, new Set([party]))
    for (let outer = item.outer; outer !== undefined; outer = outer.outer) {
      if (providerOf(outer) !== undefined) continue
      parties.set(outer, (parties.get(outer) ?? new Set()).add(party))
    }
  }
  return parties
})

/** A request for people: method, host and path, without port and without what may be secret in a URL. */
export function displayTarget({ http }: SpanFacts): string | undefined {
  if (http === undefined || http.url === '') return undefined
  const [, host = '', path = ''] = /^[a-z+]{1,10}:\/\/([^/:]*)[^/]*(.*)$/i.exec(shownUri(http.url)) ?? []
  return host === '' ? http.method : `${http.method} ${host}${path}`
}
