import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('an error in XML', () => {
  it.each([
    [
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
      'permission',
    ],
    [
      '<ErrorResponse xmlns="x"><Error><Code>Throttling</Code><Message>Rate limit exceeded</Message></Error></ErrorResponse>',
      'transient',
    ],
    [
      '<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultstring>Access denied</faultstring></s:Fault></s:Body></s:Envelope>',
      'permission',
    ],
    ['<Error><Code>NoSuchKey</Code></Error>', undefined],
  ])('%s', (text, category) => {
    const outcome = readText(text)
    expect([outcome.status, outcome.category]).toEqual(['failed', category])
  })

  it.each([
    '<Error> is a component that shows what went wrong.',
    '<Errors><Error code="4">Late</Error></Errors>',
    '<report><Error>late</Error></report>',
    '<Errorbar value="3"/>',
  ])('%s is none', (text) => {
    expect(readText(text).status).toBe('found')
  })
})
