import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { DRESSED_ERROR_REASONS } from '../../../src/semconv/result-reasons.ts'
import { readJson } from '../../support/tool-results.ts'

const context = { errorCategory: 'permission', isRetryable: false, message: 'You need the role reader.' }

describe('error contexts without the flag', () => {
  it('REQ-2: count as failed and say that the flag is missing', () => {
    const outcome = classifyResult({ content: [], structuredContent: context }, { effect: 'read' })
    expect(outcome).toMatchObject({ status: 'failed', reason: 'unflagged_context', category: 'permission' })
    expect(DRESSED_ERROR_REASONS.has(outcome.reason)).toBe(true)
  })

  it('are found one level down, and as the value of a plain function', () => {
    expect(readJson({ error: context }).reason).toBe('unflagged_context')
    expect(readJson({ data: context }).reason).toBe('unflagged_context')
    expect(classifyValue(context, { effect: 'read' }).status).toBe('failed')
  })

  it.each([
    ['a record of an error that was asked for', { id: 'e1', errorCategory: 'transient', events: 3 }],
    ['a success that may be asked again', { status: 'found', count: 1, retryable: true, items: [{ id: 1 }] }],
    ['a lab report', { sample: 'a', status: 'indeterminate', message: 'repeat the test' }],
    ['a retry policy', { isRetryable: true, maxAttempts: 3 }],
  ])('%s is none', (_name, value) => {
    expect(readJson(value).status).toBe('found')
  })
})
