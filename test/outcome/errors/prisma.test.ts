import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const prisma = (code: string, meta?: object) =>
  Object.assign(new Error('x'), { name: 'PrismaClientKnownRequestError', code, meta })

describe('errors of Prisma', () => {
  it.each([
    [prisma('P1001'), 'failed', 'transient', true],
    [prisma('P1008'), 'indeterminate', 'transient', false],
    [prisma('P2002'), 'failed', 'validation', false],
    [prisma('P2025'), 'failed', undefined, false],
    [prisma('P2034'), 'failed', 'transient', true],
    [prisma('P2010', { code: '40001' }), 'failed', 'transient', true],
    [prisma('P1000'), 'failed', 'permission', false],
    [
      Object.assign(new Error('x'), { name: 'PrismaClientInitializationError', errorCode: 'P1001' }),
      'failed',
      'transient',
      true,
    ],
    [Object.assign(new Error('x'), { name: 'PrismaClientValidationError' }), 'failed', 'validation', false],
  ])('%s', (error, status, category, retryable) => {
    const outcome = classifyError(error, { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.retryable]).toEqual([status, category, retryable])
  })

  it('a code like theirs under another name is not theirs', () => {
    expect(classifyError(Object.assign(new Error('x'), { code: 'P1001' })).category).toBe('other')
  })
})
