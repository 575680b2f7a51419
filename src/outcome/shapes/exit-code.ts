import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { settle } from '../errors/settle.ts'
import { isBlank } from '../evidence/blank.ts'
import { failureCause } from '../wording/failure-words.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const exitCodeRow: DocsRow = {
  matches: 'the output of a process: an exit code that is not 0',
  means: '`failed` where it did no work; a code that says "no match" without a word is `found_none`',
}

/**
 * A process that ended with an error code and printed nothing: the empty output is no "none". One that printed
 * something did its work, like a test run that reports failing tests. A code without a word on either stream
 * is how search programs say "no match".
 */
export const exitCode: Shape = {
  id: 'exit-code',
  needs: ['fields'],
  read({ survey, effect }) {
    const code = survey?.roles.exitCode
    if (survey === undefined || typeof code !== 'number') return undefined
    const { stdout, stderr } = survey.roles
    if (typeof stdout !== 'string' || !isBlank(stdout)) return undefined
    if (typeof stderr !== 'string' || isBlank(stderr)) {
      const isNone = code === 0 || code === 1
      return isNone ? draft('found_none', 'empty_text', 'inferred') : draft('failed', 'exit_code', 'inferred')
    }
    if (code === 0) return undefined
    const cause = failureCause(stderr)
    const failed = cause
      ? settle({ ...cause, reason: 'exit_code' }, effect, 'inferred')
      : draft('failed', 'exit_code', 'inferred')
    failed.detail = stderr
    return failed
  },
}
