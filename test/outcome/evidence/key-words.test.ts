import { describe, expect, it } from 'vitest'
import { snakeKey } from '../../../src/outcome/evidence/key-words.ts'

describe('keys in one spelling', () => {
  it.each([
    ['nextCursor', 'next_cursor'],
    ['next_cursor', 'next_cursor'],
    ['NextCursor', 'next_cursor'],
    ['next-cursor', 'next_cursor'],
    ['_stale', 'stale'],
    ['$count', 'count'],
    ['numTotalTests', 'num_total_tests'],
    ['@odata.nextLink', 'odata_next_link'],
    ['URL', 'url'],
    ['größe', 'größe'],
    ['', ''],
    ['___', ''],
  ])('%s', (key, snake) => {
    expect(snakeKey(key)).toBe(snake)
  })

  it('a key that is too long means nothing', () => {
    expect(snakeKey('x'.repeat(49))).toBe('')
  })
})
