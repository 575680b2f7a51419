import type { DocsRow } from '../docs-row.ts'
import type { Mark } from './mark.ts'

/** What people read of it. */
export const namedFailuresRow: DocsRow = {
  matches: 'parts that are named as failed, or an error in words, beside a listing that holds something',
  means: 'coverage is `partial`',
}

/** Parts that are named as failed beside a listing that holds something, or an error in words beside one. */
export const namedFailures: Mark = {
  id: 'named-failures',
  needs: ['fields'],
  apply(_draft, { survey }, signals) {
    if (survey === undefined || survey.roles.identity !== undefined) return
    const { failures, errors, error } = survey.roles
    if (Array.isArray(failures) && failures.length > 0 && survey.fullLists > 0) signals.isPartial = true
    const isFlagged = survey.roles.hasErrors === true && survey.fullLists > 0
    const isError =
      (Array.isArray(errors) && errors.length > 0) || (typeof error === 'string' && error !== '')
    if (isFlagged) signals.isPartial = true
    else if (isError && survey.isListNamed && survey.fullLists > 0) signals.isPartial = true
  },
}
