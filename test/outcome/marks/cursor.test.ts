import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

const items = [{ id: 1 }, { id: 2 }]

describe('cursors', () => {
  it.each([
    [{ items, nextCursor: 'abc' }],
    [{ items, next_page_token: 'abc' }],
    [{ items, nextCursor: '' }],
    [{ items, has_more: true }],
    [{ items, pageInfo: { hasNextPage: true } }],
    [{ items, isLast: false }],
    [{ '@odata.context': 'c', value: items, '@odata.nextLink': 'n' }],
    [{ items, metadata: { continue: 'eyJ2', resourceVersion: '8812' } }],
    [{ Items: items, LastEvaluatedKey: { id: { S: 'x' } } }],
    [
      {
        items,
        links: { next: 'https://api.example.com?page=2' },
        next_url: 'https://api.example.com?page=2',
      },
    ],
  ])('%j has more, so the coverage is partial', (value) => {
    expect(readJson(value)).toMatchObject({ count: 2, hasMore: true, coverage: { status: 'partial' } })
  })

  it.each([
    [{ items, nextCursor: null }],
    [{ items, has_more: false }],
    [{ items, isLast: true }],
    [{ items, pageInfo: { hasNextPage: false, endCursor: null } }],
    [{ items, nextCursor: '', has_more: false }],
  ])('%j ends here, which states nothing about coverage', (value) => {
    const outcome = readJson(value)
    expect(outcome.coverage.status).toBe('unknown')
    expect(outcome.hasMore).not.toBe(true)
  })

  it('a page that is not the last one, counted from 0 or from 1, has more', () => {
    expect(readJson({ items, page: 1, total_pages: 12 })).toMatchObject({ hasMore: true })
    expect(readJson({ items, page: 11, total_pages: 12 }).coverage.status).toBe('unknown')
    expect(readJson({ items, page: 12, total_pages: 12 }).coverage.status).toBe('unknown')
  })

  it('a cursor and "no more" deny each other', () => {
    const outcome = readJson({ items, nextCursor: 'abc', has_more: false, items_scanned: 9 })
    expect(outcome.coverage.status).toBe('unknown')
    expect(outcome).not.toHaveProperty('hasMore')
  })

  it('an empty page with a cursor is not the end', () => {
    expect(readJson({ events: [], nextCursor: 'c-14' })).toMatchObject({
      status: 'found_none',
      hasMore: true,
      coverage: { status: 'partial' },
    })
  })
})
