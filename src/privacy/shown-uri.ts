import { looksLikeCredential } from './credential.ts'

/** A longer URI is cut. */
const MAX_LENGTH = 512
/** Stands for a part that does not leave. */
const HIDDEN = '*'

const SCHEME = /^([a-z][a-z0-9+.-]{0,31}:)(\/\/)?/i

/**
 * A URI as it may leave the process: scheme, host and path. User name, password, query, fragment and path parameters
 * may hold secrets and are left out, also where the URI is not well-formed; so is a piece of the path that looks like
 * a key. The content of a `data:` URI is no address at all.
 */
export function shownUri(uri: string): string {
  const [scheme = '', name, slashes] = SCHEME.exec(uri) ?? []
  if (name?.toLowerCase() === 'data:') return `${name}${HIDDEN}`
  const rest = uri.slice(scheme.length)
  const shown = slashes === undefined ? shownOpaque(rest) : shownHierarchy(rest)
  return `${scheme}${shown}`.slice(0, MAX_LENGTH)
}

function shownHierarchy(rest: string): string {
  const end = rest.search(/[/?#]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  // A password with one of these in it ends the authority too early: what is left of it would be shown.
  if (!isAuthority(authority.slice(authority.lastIndexOf('@') + 1))) return HIDDEN
  return shownAuthority(authority) + shownPath(end < 0 ? '' : rest.slice(end))
}

/** A host with or without a port; anything else after a colon is a password. */
const isAuthority = (text: string): boolean => /^(?:\[[0-9a-f:.]*\]|[^:]*)(?::\d*)?$/i.test(text)

function shownAuthority(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return looksLikeCredential(host) ? HIDDEN : host
}

/** `mailto:ana@x.test`, `urn:isbn:1`: what stands before an @ is somebody. */
function shownOpaque(rest: string): string {
  const path = rest.replace(/[?#].*$/s, '')
  const slash = path.indexOf('/')
  const at = (slash < 0 ? path : path.slice(0, slash)).lastIndexOf('@')
  return shownPath(path.slice(at + 1))
}

/** A path without query, fragment and parameters; pieces that look like keys or hold an @ are hidden. */
export function shownPath(path: string): string {
  return path
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((segment) => segment.replace(/;.*$/s, ''))
    .map((segment) => (segment.includes('@') || looksLikeCredential(segment) ? HIDDEN : segment))
    .join('/')
}
