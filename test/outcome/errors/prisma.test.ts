import { PrismaClientKnownRequestError } from '@prisma/client/runtime/client'
import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const behind = (cause: Record<string, unknown>): Record<string, unknown> => ({
  driverAdapterError: { cause },
})
const prisma = (code: string, meta?: Record<string, unknown>, message = 'x'): Error =>
  new PrismaClientKnownRequestError(message, { code, clientVersion: '7.10.0', ...(meta && { meta }) })

// The codes that a database makes Prisma throw are in test/outcome/real/prisma.test.ts.
describe('errors of Prisma', () => {
  it.each([
    [
      'the state of MySQL',
      prisma('P2039', behind({ kind: 'mysql', originalCode: '1213', state: '40001' })),
      'transient',
      true,
    ],
    [
      'SQLite by name',
      prisma('P2010', behind({ kind: 'sqlite', originalCode: 'SQLITE_READONLY' })),
      'permission',
      false,
    ],
    ['a kind alone', prisma('P2010', behind({ kind: 'DatabaseNotReachable' })), 'transient', true],
  ])('what the database said is read behind the code: %s', (_name, error, category, retryable) => {
    const outcome = classifyError(error, { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.retryable]).toEqual(['failed', category, retryable])
  })

  it.each([
    ['a transaction that broke', prisma('P2028', undefined, 'Transaction not found.')],
    ['something in a driver', prisma('P2036')],
  ])('%s says neither why nor when: a write is open', (_name, error) => {
    const outcome = classifyError(error, { effect: 'write' })
    expect([outcome.status, outcome.category, outcome.source]).toEqual(['indeterminate', undefined, 'mapped'])
  })

  it.each([
    ['a statement of its own failed, and nothing says why', prisma('P2010')],
    [
      'a number that only looks like a state',
      prisma('P2010', behind({ originalCode: '18456', kind: 'mssql' })),
    ],
    ['a code like theirs under another name', Object.assign(new Error('x'), { code: 'P1001' })],
  ])('%s: nothing is claimed', (_name, error) => {
    const outcome = classifyError(error, { effect: 'write' })
    expect([outcome.category, outcome.source]).toEqual(['other', 'inferred'])
  })
})
