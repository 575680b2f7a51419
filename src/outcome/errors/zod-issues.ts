import { denied } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

/** Input that does not fit its schema: zod, and others that list `issues` with a path. */
export const zodIssues: ErrorFamily = {
  id: 'zod-issues',
  source: 'mapped',
  read({ error, name }) {
    const { issues } = error
    const isIssueList = Array.isArray(issues) && issues.length > 0
    if (name !== 'ZodError' && name !== '$ZodError' && !(isIssueList && /validation|schema/i.test(name))) {
      return undefined
    }
    return denied('validation_error', 'validation')
  },
}
