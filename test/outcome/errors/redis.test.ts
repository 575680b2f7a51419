import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' })

describe('error replies of Redis', () => {
  it.each([
    ['LOADING Redis is loading the dataset in memory', 'transient', true],
    ["READONLY You can't write against a read only replica.", 'transient', true],
    ['NOAUTH Authentication required.', 'permission', false],
    ['WRONGTYPE Operation against a key holding the wrong kind of value', 'validation', false],
    ['OOM command not allowed', 'business', false],
    ['ERR something', 'other', undefined],
  ])('%s', (message, category, retryable) => {
    const outcome = classifyError(reply(message), { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.retryable]).toEqual(['failed', category, retryable])
  })

  it('the same words from elsewhere are no code', () => {
    expect(classifyError(new Error('LOADING failed')).category).toBe('other')
  })
})
