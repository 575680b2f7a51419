import { describe, expect, it } from 'vitest'
import { indeterminate } from '../../../src/outcome/build/indeterminate.ts'

describe('indeterminate', () => {
  it('REQ-18: names the status check to make and is never retryable', () => {
    const result = indeterminate({
      message: 'The bank did not answer',
      statusCheck: { tool: 'get_payment', arguments: { id: 'p-1' } },
      isRetryable: true,
    })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      status: 'indeterminate',
      errorCategory: 'transient',
      isRetryable: false,
    })
    expect(result.content[0]?.text).toContain('Check first: get_payment with id=p-1.')
    expect(result.content[0]?.text).toContain('Do not repeat it.')
  })

  it('takes a check in words', () => {
    const result = indeterminate({ message: 'x', statusCheck: 'look at payment p-1' })
    expect(result.content[0]?.text).toContain('Check first: look at payment p-1.')
  })
})
