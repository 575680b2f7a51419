import type { DocsRow } from '../docs-row.ts'
import { denied } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

/** Names under which checkers of schemas raise input that does not fit: zod, yup, joi, valibot, mongoose and others. */
const CHECKERS = /^\$?ZodError$|^ValiError$|(?:Validation|Schema|InvalidArgument)Error$/

/** What people read of it. */
export const zodIssuesRow: DocsRow = {
  matches: 'errors of schema checkers: zod, valibot, yup, joi',
  means: 'validation, before anything was done',
}

/** Input that does not fit its schema. */
export const zodIssues: ErrorFamily = {
  id: 'zod-issues',
  source: 'mapped',
  read({ name, className }) {
    return CHECKERS.test(name) || CHECKERS.test(className)
      ? denied('validation_error', 'validation')
      : undefined
  },
}
