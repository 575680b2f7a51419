import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const waitOf = (headers: unknown) =>
  classifyError(Object.assign(new Error('x'), { status: 429, headers }), { effect: 'read' }).retryAfterMs

describe('REQ-23: how long a server asks to wait', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['a number', { 'retry-after': 7 }, 7000],
    ['another case', { 'Retry-After': '7' }, 7000],
    ['milliseconds, which are finer', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1500],
    ['a Headers object', new Headers({ 'retry-after': '3' }), 3000],
    ['a map', new Map([['retry-after', '3']]), 3000],
    ['a list of values', { 'retry-after': ['3', '4'] }, 3000],
    [
      'a date, counted from the date of the response',
      { date: 'Thu, 15 Jan 2026 09:00:00 GMT', 'retry-after': 'Thu, 15 Jan 2026 09:00:30 GMT' },
      30_000,
    ],
    ['a date in the past', { 'retry-after': 'Thu, 15 Jan 2015 09:00:30 GMT' }, 0],
    ['nothing', {}, undefined],
    ['no wait that makes sense', { 'retry-after': '99999999999' }, undefined],
    ['words', { 'retry-after': 'soon' }, undefined],
    ['less than nothing', { 'retry-after': '-5' }, undefined],
    ['no headers at all', 'retry-after: 5', undefined],
  ])('%s', (_name, headers, waitMs) => {
    expect(waitOf(headers)).toBe(waitMs)
  })

  it('is found under the names that clients use', () => {
    const wait = { 'retry-after': '3' }
    for (const fields of [{ responseHeaders: wait }, { response: { status: 429, headers: wait } }]) {
      expect(classifyError(Object.assign(new Error('x'), { status: 429 }, fields)).retryAfterMs).toBe(3000)
    }
  })
})
