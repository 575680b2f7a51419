import { describe, expect, test } from 'vitest'
import { errorTypeOf } from '../../src/outcome/error-type.ts'

class ArchiveError extends Error {}

describe('error.type of a thrown error', () => {
  test.each([
    ['a timeout', new DOMException('late', 'TimeoutError'), 'timeout'],
    ['a system error', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [
      'a wrapper around one',
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }),
      'ENOTFOUND',
    ],
    ['an HTTP error by code', Object.assign(new Error('x'), { code: 503 }), '503'],
    ['an HTTP error by status', Object.assign(new Error('x'), { status: 429 }), '429'],
    ['a built-in class', new TypeError('x'), 'TypeError'],
    ['a class that did not set its name', new ArchiveError('x'), 'ArchiveError'],
    ['a plain error', new Error('x'), 'Error'],
    ['a name with an id in it', Object.assign(new Error('x'), { name: 'Error for user 4711' }), '_OTHER'],
    ['a text', 'went wrong', '_OTHER'],
    ['nothing', undefined, '_OTHER'],
    ['null', null, '_OTHER'],
  ])('of %s', (_what, error, type) => {
    expect(errorTypeOf(error)).toBe(type)
  })
})
