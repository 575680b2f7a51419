import { expect, test } from 'vitest'
import { isOnlyAbout, snakeCase, thingsOf } from '../../../src/tail/model/tool-words.ts'

test.each([
  ['openSession', 'open_session'],
  ['open-session', 'open_session'],
  ['files.read', 'files_read'],
  ['getHTTPStatus2Code', 'get_httpstatus2_code'],
])('spells %s as %s', (tool, spelling) => {
  expect(snakeCase(tool)).toBe(spelling)
})

test.each([
  ['transfer_funds', ['transfer', 'fund']],
  ['listTransfers', ['transfer']],
  ['get-transfer-status', ['transfer']],
  ['create_vm', ['vm']],
  ['find_companies_by_name', ['company', 'name']],
  ['get_status', []],
  ['', []],
])('%s is about %j', (tool, things) => {
  expect(thingsOf(tool)).toEqual(things)
})

test('tells a look at the same thing from a look at something of it', () => {
  const write = thingsOf('create_payment')
  expect(isOnlyAbout(thingsOf('list_payment_methods'), write)).toBe(false)
  expect(isOnlyAbout(thingsOf('get_payment'), write)).toBe(true)
  expect(isOnlyAbout(thingsOf('get_status'), write)).toBe(false)
})
