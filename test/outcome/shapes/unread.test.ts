import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'

async function* pages() {
  yield 1
}

describe('what has only been promised', () => {
  it.each([
    ['a generator', [1].values()],
    ['an async generator', pages()],
    ['a stream', new ReadableStream()],
    ['a response', new Response('[]', { status: 503 })],
    ['a promise', Promise.resolve([])],
    // biome-ignore lint/suspicious/noThenProperty: this is the point of the test
    ['a query that nobody has awaited', { rows: [], then() {} }],
  ])('is unknown, neither found nor empty: %s', (_name, value) => {
    expect(classifyValue(value, { effect: 'read' })).toMatchObject({ status: 'unknown', reason: 'unread' })
    expect(classifyResult(value, { effect: 'read' }).status).toBe('unknown')
  })

  it('is not what data says with a key of such a name', () => {
    expect(classifyValue({ next: null, items: [1] }, { effect: 'read' })).toMatchObject({
      status: 'found',
      count: 1,
    })
  })
})
