import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownUri } from '../../src/privacy/shown-uri.ts'

test.each([
  ['file:///notes/a.txt', 'file:///notes/a.txt'],
  ['file:///notes/a.txt?token=s3cret', 'file:///notes/a.txt'],
  ['https://user:s3cret@host:8443/b#s3cret', 'https://host:8443/b'],
  ['https://user:pa@s3cret@host/b', 'https://host/b'],
  ['https://host/b;jsessionid=s3cret/c', 'https://host/b/c'],
  ['https://[::1]:8080/b', 'https://[::1]:8080/b'],
  ['https://host?mail=ana@s3cret.test', 'https://host'],
  ['postgres://orders/public/customers', 'postgres://orders/public/customers'],
  ['test://static/resource/1', 'test://static/resource/1'],
  ['users://550e8400-e29b-41d4-a716-446655440000', 'users://550e8400-e29b-41d4-a716-446655440000'],
  ['mailto:s3cret@corp.test', 'mailto:corp.test'],
  ['urn:ietf:rfc:3986', 'urn:ietf:rfc:3986'],
  ['notes/a.txt?k=s3cret', 'notes/a.txt'],
  ['', ''],
])('%s is shown as %s', (uri, shown) => {
  expect(shownUri(uri)).toBe(shown)
})

test.each([
  ['a slash in a password', 'https://user:s3/cret@host/b', 'https://*'],
  ['a question mark in a password', 'https://user:s3?cret@host/b', 'https://*'],
  ['a hash in a password', 'https://user:s3#cret@host/b', 'https://*'],
  ['content instead of an address', 'data:text/plain;base64,czNjcmV0', 'data:*'],
  ['a key in the path', 'https://host/hooks/T9k2pQ7xW4z8LmN3vB6c/x', 'https://host/hooks/*/x'],
  ['somebody in the path', 'https://host/users/ana@corp.test/x', 'https://host/users/*/x'],
  ['a number of somebody in the path', 'https://host/accounts/004917012345678', 'https://host/accounts/*'],
])('hides %s', (_what, uri, shown) => {
  expect(shownUri(uri)).toBe(shown)
})

test('shows no part of user, password, query or fragment, whatever is in them', () => {
  const user = fc.stringMatching(/^[^/?#]{0,12}$/).map((text) => `S3CRET${text}S3CRET`)
  const secret = fc.string({ minLength: 1, maxLength: 12 }).map((text) => `S3CRET${text}S3CRET`)
  fc.assert(
    fc.property(user, secret, secret, secret, (name, password, query, fragment) => {
      expect(shownUri(`https://${name}:${password}@host/a?q=${query}#${fragment}`)).not.toContain('S3CRET')
    }),
  )
})

test('a long one is cut', () => {
  expect(shownUri(`file:///${'a/'.repeat(5_000)}`)).toHaveLength(512)
})
