import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const sqlite = (properties: object): Error => Object.assign(new Error('x'), properties)

// The errors of node:sqlite and libSQL are in test/outcome/real/sqlite.test.ts.
describe('errors of SQLite', () => {
  it.each([
    ['SQLITE_BUSY_SNAPSHOT', 'transient', true],
    ['SQLITE_CONSTRAINT_UNIQUE', 'validation', false],
    ['SQLITE_READONLY_DBMOVED', 'permission', false],
    ['SQLITE_FULL', 'business', false],
  ])('%s: clients that name the extended code are known by its start', (code, category, retryable) => {
    const outcome = classifyError(sqlite({ code }), { effect: 'write' })
    expect([outcome.category, outcome.retryable, outcome.code]).toEqual([category, retryable, code])
  })

  it('an extended number of node:sqlite is known by its low byte', () => {
    const outcome = classifyError(sqlite({ code: 'ERR_SQLITE_ERROR', errcode: 517 }), { effect: 'write' })
    expect([outcome.category, outcome.retryable, outcome.code]).toEqual(['transient', true, 'SQLITE_BUSY'])
  })

  it.each([[{ code: 5 }], [{ code: 'SQLITE_NEWS' }], [{ code: 'ERR_SQLITE_ERROR' }], [{ code: 'SQLITE' }]])(
    '%j is none of its codes',
    (properties) => {
      expect(classifyError(sqlite(properties), { effect: 'write' }).source).toBe('inferred')
    },
  )
})
