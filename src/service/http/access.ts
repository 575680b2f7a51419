import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a request carries the token. Without a token everybody may come in. */
export type Access = (authorization: string | undefined) => boolean

const SCHEME = /^Bearer +/i

/** Compares hashes in constant time, so that the time says nothing about the token, not even its length. */
export function createAccess(token: string | undefined): Access {
  if (token === undefined) return () => true
  const expected = hashOf(token)
  return (authorization = '') =>
    SCHEME.test(authorization) && timingSafeEqual(hashOf(authorization.replace(SCHEME, '')), expected)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
