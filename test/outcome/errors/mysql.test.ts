import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const mysql = (code: string, sqlState?: string) => Object.assign(new Error('x'), { code, errno: 1, sqlState })

describe('errors of MySQL clients', () => {
  it.each([
    ['ER_LOCK_DEADLOCK', '40001', 'failed', 'transient', true],
    ['PROTOCOL_CONNECTION_LOST', undefined, 'indeterminate', 'transient', false],
    ['ER_DUP_ENTRY', '23000', 'failed', 'validation', false],
    ['ER_ACCESS_DENIED_ERROR', '28000', 'failed', 'permission', false],
    ['ER_PARSE_ERROR', '42000', 'failed', 'validation', false],
  ])('%s of an action', (code, state, status, category, retryable) => {
    const outcome = classifyError(mysql(code, state), { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.retryable, outcome.code]).toEqual([
      status,
      category,
      retryable,
      code,
    ])
  })

  it('a code of another kind is not theirs', () => {
    expect(classifyError(mysql('ERR_SOMETHING')).category).toBe('other')
  })
})
