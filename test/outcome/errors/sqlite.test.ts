import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

/** The error that a real in-memory database throws. */
async function sqliteError(...statements: readonly string[]): Promise<unknown> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(':memory:')
  try {
    for (const statement of statements) database.exec(statement)
  } catch (error) {
    return error
  } finally {
    database.close()
  }
  return undefined
}

describe('errors of SQLite', () => {
  it('a real constraint needs another value', async () => {
    const error = await sqliteError(
      'create table t (a unique)',
      'insert into t values (1)',
      'insert into t values (1)',
    )
    expect(classifyError(error, { effect: 'write' })).toMatchObject({
      status: 'failed',
      reason: 'database_error',
      category: 'validation',
      retryable: false,
      code: 'SQLITE_CONSTRAINT',
    })
  })

  it('a real unknown table needs another statement', async () => {
    expect(classifyError(await sqliteError('select * from nowhere'), { effect: 'read' }).category).toBe(
      'validation',
    )
  })

  it.each([
    ['SQLITE_BUSY', 'transient', true],
    ['SQLITE_CONSTRAINT_UNIQUE', 'validation', false],
    ['SQLITE_READONLY', 'permission', false],
    ['SQLITE_FULL', 'business', false],
  ])('%s is known by its name', (code, category, retryable) => {
    const outcome = classifyError(Object.assign(new Error('x'), { code }), { effect: 'write' })
    expect([outcome.category, outcome.retryable, outcome.code]).toEqual([category, retryable, code])
  })
})
