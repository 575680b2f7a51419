import { isKeyed } from '../../self/keyed.ts'
import { type Cause, denied, final, lost, refused } from './cause.ts'
import { codeRows } from './code-table.ts'
import type { ErrorFamily } from './error-family.ts'
import { sqlStateCause } from './sql-state.ts'

/** Codes of Prisma's error reference that are not about the input. Other `P2…` are. */
const CODES: ReadonlyMap<string, Cause> = new Map([
  ...codeRows('P1000 P1010', denied('database_error', 'permission')),
  ...codeRows('P1001 P1002 P2024 P2034 P2037', refused('database_error')),
  ...codeRows('P1008', lost('timeout')),
  ...codeRows('P1017', lost('database_error')),
  ...codeRows('P2001 P2018 P2025', final('database_error')),
])

const CODE = /^P\d{4}$/

/** Errors of Prisma's client. */
export const prisma: ErrorFamily = {
  id: 'prisma',
  matches: "codes of Prisma's client: `P2002`",
  means: 'by code',
  source: 'mapped',
  read({ name, error, ...thrown }) {
    if (!name.startsWith('Prisma')) return undefined
    if (name === 'PrismaClientValidationError') return denied('database_error', 'validation')
    // Errors at start-up keep their code under another name.
    const code = thrown.code ?? error.errorCode
    if (typeof code !== 'string' || !CODE.test(code)) return undefined
    // A raw query that failed carries the database's own code.
    if (code === 'P2010') return isKeyed(error.meta) ? sqlStateCause(error.meta.code) : undefined
    const known = CODES.get(code)
    if (known !== undefined) return known
    return code.startsWith('P2') ? { ...denied('database_error', 'validation'), code } : undefined
  },
}
