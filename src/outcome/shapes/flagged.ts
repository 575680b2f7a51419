import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { findEnvelope } from '../envelope/find-envelope.ts'
import { isErrorRemark } from '../envelope/gates.ts'
import { readErrorContext } from '../envelope/read-error-context.ts'
import { settle } from '../errors/settle.ts'
import { failureWords } from '../evidence/failure-text.ts'
import { objectCause } from '../wording/error-object.ts'
import { failureCause } from '../wording/failure-words.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const flaggedRow: DocsRow = {
  matches: '`isError: true`',
  means:
    '`failed`, or `indeterminate` for a write that may have run; the category is what its context, its body or its words say',
}

/** A result with the error flag (REQ-2). Its context says why, else its body, else its words; maybe nothing does. */
export const flagged: Shape = {
  id: 'flagged',
  needs: ['flag'],
  read(evidence) {
    if (!evidence.isFlagged) return undefined
    const words = failureWords(evidence)
    const context = findEnvelope(evidence, isErrorRemark)
    const reason = evidence.isNested ? 'nested_error' : 'is_error'
    if (context !== undefined) {
      const declared = readErrorContext(context, evidence.effect, words)
      return evidence.isNested ? { ...declared, reason } : declared
    }
    const body = evidence.survey === undefined ? undefined : objectCause(evidence.survey)
    const cause = body ?? (words === undefined ? undefined : failureCause(words))
    const failed = cause
      ? settle({ ...cause, reason }, evidence.effect, 'inferred')
      : draft('failed', reason, 'inferred')
    if (words !== undefined) failed.detail = words
    return failed
  },
}
