import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { textResult } from '../../support/tool-results.ts'

describe('REQ-23: a wait in words', () => {
  it.each([
    ['Rate limit exceeded. Retry in 20 s.', 20_000],
    ['Too many requests, try again in 1.5 seconds', 1500],
    ['429 Too Many Requests: retry after 250 ms', 250],
    ['API rate limit exceeded, resets in 12m13s', 733_000],
    ['429 {"error":{"details":[{"retryDelay":"34s"}]}} Too Many Requests', 34_000],
    ['Rate limit exceeded', undefined],
    ['Rate limit exceeded, resets at 3pm', undefined],
  ])('%j', (text, waitMs) => {
    expect(classifyError(new Error(text), { effect: 'read' }).retryAfterMs).toBe(waitMs)
    expect(classifyResult({ ...textResult(text), isError: true }, { effect: 'read' }).retryAfterMs).toBe(
      waitMs,
    )
  })

  it('a header beats the words, and a refusal that time does not change has no wait', () => {
    const limited = Object.assign(new Error('retry in 20 s'), {
      status: 429,
      headers: { 'retry-after': '7' },
    })
    expect(classifyError(limited).retryAfterMs).toBe(7000)
    expect(classifyError(new Error('Permission denied, retry in 20 s'))).not.toHaveProperty('retryAfterMs')
  })

  it('a quota that says when it comes back is a limit', () => {
    const error = Object.assign(new Error('You exceeded your current quota. Please retry in 34s.'), {
      status: 429,
    })
    expect(classifyError(error, { effect: 'read' })).toMatchObject({
      category: 'transient',
      retryAfterMs: 34_000,
    })
  })
})
