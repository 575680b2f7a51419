import { describe, expect, it } from 'vitest'
import { type Failed, failed } from '../../../src/outcome/build/failed.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { errorContextSchema } from '../../../src/outcome/envelope/error-context.ts'

const sentenceOf = (result: { content: { text: string }[] }) => result.content[0]?.text.split('\n\n')[0] ?? ''

describe('failed', () => {
  it('REQ-2, REQ-5: carries the flag and the whole context, the parts that are always there first', () => {
    const result = failed({
      errorCategory: 'transient',
      message: 'The order index did not answer in 2 s.',
      errorCode: 'ETIMEDOUT',
      attemptedQuery: { status: 'open' },
      partialResults: [{ id: 1 }],
      unresolvedSources: ['east'],
      attemptedSteps: [{ source: 'east', attempts: 3, outcome: 'timed out' }],
      attemptCount: 3,
      elapsedMs: 6100,
      retryAfterMs: 5000,
      carrierLimit: 3,
    })
    expect(result.isError).toBe(true)
    expect(Object.keys(result.structuredContent).slice(0, 4)).toEqual([
      'status',
      'errorCategory',
      'isRetryable',
      'message',
    ])
    expect(result.structuredContent).toMatchObject({ isRetryable: true, carrierLimit: 3 })
    expect(errorContextSchema.safeParse(result.structuredContent).success).toBe(true)
    const sentence = sentenceOf(result)
    for (const part of [
      'Failed: The order index',
      'status=open',
      '3 attempts in 6100 ms',
      'east',
      'in 5000 ms',
    ]) {
      expect(sentence).toContain(part)
    }
  })

  it.each([
    ['transient', {}, true],
    ['transient', { isRetryable: false }, false],
    ['transient', { budgetExhausted: true }, false],
    ['transient', { budgetExhausted: true, isRetryable: true }, false],
    ['validation', {}, false],
    ['validation', { isRetryable: true }, true],
    ['business', { isRetryable: true }, false],
    ['permission', {}, false],
    ['other', {}, false],
  ] as const)('REQ-4, REQ-7: %s %j is retryable: %s', (errorCategory, more, isRetryable) => {
    expect(failed({ errorCategory, message: 'x', ...more }).structuredContent.isRetryable).toBe(isRetryable)
  })

  it.each([
    ['validation', { alternatives: ['open', 'closed'] }, 'Use instead: open, closed.'],
    ['permission', {}, 'until access is granted'],
    ['business', {}, 'explain this to the user'],
    ['transient', { budgetExhausted: true }, 'The recovery budget is spent'],
    ['transient', {}, 'The same call may work later'],
  ] satisfies [Failed['errorCategory'], Partial<Failed>, string][])(
    'REQ-12: %s says what a valid next call looks like',
    (errorCategory, more, words) => {
      expect(sentenceOf(failed({ errorCategory, message: 'x', ...more }))).toContain(words)
    },
  )

  it('a sentence that lost its flag still reads as an error', () => {
    const sentence = sentenceOf(failed({ errorCategory: 'permission', message: 'You need the role reader' }))
    expect(classifyValue(sentence, { effect: 'read' }).status).toBe('failed')
  })

  it('what is undefined is not written', () => {
    expect(
      failed({ errorCategory: 'other', message: 'x', detail: undefined }).structuredContent,
    ).not.toHaveProperty('detail')
  })
})
