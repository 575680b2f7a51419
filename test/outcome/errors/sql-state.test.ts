import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const pg = (code: string, message = 'x') =>
  Object.assign(new Error(message), { name: 'error', code, severity: 'ERROR' })

describe('SQLSTATE', () => {
  it.each([
    ['40001', 'failed', 'transient', true],
    ['40P01', 'failed', 'transient', true],
    ['08006', 'indeterminate', 'transient', false],
    ['08001', 'failed', 'transient', true],
    ['57P01', 'indeterminate', 'transient', false],
    ['53300', 'failed', 'transient', true],
    ['23505', 'failed', 'validation', false],
    ['22P02', 'failed', 'validation', false],
    ['42P01', 'failed', 'validation', false],
    ['42501', 'failed', 'permission', false],
    ['28P01', 'failed', 'permission', false],
    ['P0001', 'failed', 'business', false],
  ])('%s of an action', (code, status, category, retryable) => {
    const outcome = classifyError(pg(code), { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.retryable, outcome.code]).toEqual([
      status,
      category,
      retryable,
      code,
    ])
  })

  it('a statement that was cancelled did nothing, whoever cancelled it', () => {
    expect(
      classifyError(pg('57014', 'canceling statement due to statement timeout'), { effect: 'write' }),
    ).toMatchObject({ status: 'failed', reason: 'timeout', retryable: true })
    expect(
      classifyError(pg('57014', 'canceling statement due to user request'), { effect: 'write' }).status,
    ).toBe('cancelled')
  })

  it('five characters without a mark of a database are no SQLSTATE', () => {
    expect(classifyError(Object.assign(new Error('x'), { code: '40001' })).category).toBe('other')
  })
})
